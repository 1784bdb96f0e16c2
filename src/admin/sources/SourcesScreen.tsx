import { useState } from 'react';
import { changeSource, decideAboutLeft, fetchSources, readSource, removeSource } from '#src/admin/api/sources.ts';
import type { Source } from '#contract/sources/schemas.ts';
import { countOf } from '#domain/curation/counts.ts';
import { sourceStateText } from '#domain/sources/sourceState.ts';
import { reader } from '#src/shared/session/reader.ts';
import { Button } from '#src/shared/ui/Button.tsx';
import { LinkButton } from '#src/shared/ui/LinkButton.tsx';
import { Message } from '#src/shared/ui/Message.tsx';
import { adminCall } from '#src/admin/session/adminCall.ts';
import { AdminTitle, SectionHead } from '#src/admin/shell/Section.tsx';
import { LoadFailureMessage } from '#src/admin/shell/LoadFailureMessage.tsx';
import { withToast } from '#src/admin/shell/toasts.ts';
import { useAdminResource } from '#src/admin/shell/useAdminResource.ts';
import { FolderDialog, ImmichDialog } from './SourceDialogs.tsx';
import { Heading } from '#src/shared/ui/text/Heading.tsx';
import { Row } from '#src/shared/ui/layout/Row.tsx';
import { Note, Text } from '#src/shared/ui/text/Text.tsx';
import { Card, CardRow } from '#src/shared/ui/layout/Card.tsx';
import styles from './SourcesScreen.module.css';

const REFRESH_MS = 5_000;

/** The sources from which photos are imported automatically. */
export function SourcesScreen() {
  const load = useAdminResource(fetchSources, { refreshMs: REFRESH_MS });
  const [dialog, setDialog] = useState<Source['kind']>();
  const reload = () => void load.reload();
  const close = { onClose: () => setDialog(undefined), onAdded: reload };
  const { roots = [], sources } = load.data ?? {};
  return (
    <>
      <AdminTitle>Where photos come from – Photos</AdminTitle>
      <Heading level={1}>Photo Management</Heading>
      <SectionHead title="Where photos come from">
        <Row align="stretch">
          {roots.length > 0 && (
            <Button variant="primary" size="s" onClick={() => setDialog('folder')}>
              Follow a folder
            </Button>
          )}
          <Button variant="primary" size="s" onClick={() => setDialog('immich')}>
            Follow Immich
          </Button>
          <LinkButton to="/admin/photos" activeOptions={{ exact: true }} size="s">
            ↑ Back to Photos
          </LinkButton>
        </Row>
      </SectionHead>
      <LoadFailureMessage text="Failed to load the sources" load={load} />
      {sources?.length === 0 && (
        <Text tone="quiet" className={styles.quiet}>
          Photos come from this computer: drop them on an album, or Google’s Takeout, unpacked. A folder of the server,
          or an album of Immich, can be followed, so that what is new there comes by itself.
        </Text>
      )}
      {load.data && roots.length === 0 && (
        <Text tone="quiet" className={styles.quiet}>
          To follow folders, start the server with SOURCE_DIRS, such as SOURCE_DIRS=/mnt/photos.
        </Text>
      )}
      {sources?.map(
        (source) =>
          source.leaving && <Leaving key={source.id} {...source} leaving={source.leaving} onChanged={reload} />,
      )}
      {sources && sources.length > 0 && (
        <Card as="ul" aria-label="Sources">
          {sources.map((source) => (
            <Item key={source.id} source={source} onChanged={reload} />
          ))}
        </Card>
      )}
      {dialog === 'folder' && <FolderDialog roots={roots} {...close} />}
      {dialog === 'immich' && <ImmichDialog {...close} />}
    </>
  );
}

/** Makes a call, then says at the foot of the page what it did. */
function acting(onChanged: () => void) {
  return (call: (token: string) => Promise<void>, done: string) =>
    void withToast(
      async () => {
        await adminCall(call);
        onChanged();
        return done;
      },
      { failed: (why) => why },
    );
}

function Item({ source, onChanged }: { source: Source; onChanged: () => void }) {
  const { id, name, path, url, state, refused } = source;
  const act = acting(onChanged);
  const isPaused = state === 'paused';
  return (
    <CardRow>
      <Text as="div">
        <Text strong dir="auto">
          {name}
        </Text>
        <Note size="xs">{path ?? url}</Note>
        <Note size="xs">{sourceStateText(source, reader())}</Note>
        {refused.length > 0 && <Refused files={refused} />}
      </Text>
      <Row align="stretch">
        <Button
          size="s"
          disabled={isPaused}
          onClick={() => act((token) => readSource(token, id), `${name} is read now.`)}
        >
          Read now
        </Button>
        <Button
          size="s"
          onClick={() =>
            act(
              (token) => changeSource(token, id, { paused: !isPaused }),
              isPaused ? `${name} goes on.` : `${name} is paused.`,
            )
          }
        >
          {isPaused ? 'Go on' : 'Pause'}
        </Button>
        <Button
          size="s"
          variant="danger"
          aria-label={`Stop following ${name}`}
          onClick={() => act((token) => removeSource(token, id), `${name} is no longer followed. Its photos stay.`)}
        >
          Remove
        </Button>
      </Row>
    </CardRow>
  );
}

interface LeavingProps extends Pick<Source, 'id' | 'name' | 'state'> {
  leaving: NonNullable<Source['leaving']>;
  onChanged: () => void;
}

/** Photos that left the source, with too many others to go to the trash unasked. */
function Leaving({ id, name, state, leaving: { photos, namedAt }, onChanged }: LeavingProps) {
  const act = acting(onChanged);
  const decide = (action: 'trash' | 'keep', done: string) =>
    act((token) => decideAboutLeft(token, id, { namedAt, action }), done);
  return (
    <Message
      kind="info"
      action={
        <Row align="stretch">
          <Button
            size="s"
            aria-label={`Keep the photos that left ${name}`}
            onClick={() => decide('keep', `Kept ${countOf(photos, 'photo')}.`)}
          >
            Keep
          </Button>
          <Button
            size="s"
            variant="danger"
            aria-label={`Move the photos that left ${name} to the trash`}
            disabled={state === 'paused'}
            onClick={() => decide('trash', `What is still gone from ${name} goes to the trash.`)}
          >
            Move to the trash
          </Button>
        </Row>
      }
    >
      <p dir="auto">
        {countOf(photos, 'photo')} of “{name}” left Immich, most of what came from there. They stay here until you
        decide.
        {state === 'paused' && ' To move them to the trash, let it go on first.'}
      </p>
    </Message>
  );
}

function Refused({ files }: { files: Source['refused'] }) {
  return (
    <details className={styles.failures}>
      <summary>{files.length} not taken</summary>
      <ul>
        {files.map(({ file, message }) => (
          <li key={file}>
            {file}: {message}
          </li>
        ))}
      </ul>
    </details>
  );
}
