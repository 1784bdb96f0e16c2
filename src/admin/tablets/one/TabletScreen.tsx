import { useParams } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import type { Album } from '#contract/photos/schemas.ts';
import { joinedChanges, withChanges } from '#domain/tablets/tabletChanges.ts';
import { fetchTablet, changeTablet } from '#src/admin/api/tablets.ts';
import type { Tablet, TabletChanges } from '#contract/tablets/schemas.ts';
import { Dialog } from '#src/shared/ui/Dialog.tsx';
import { adminCall } from '#src/admin/session/adminCall.ts';
import { Filled } from '#src/admin/shell/Filled.tsx';
import { LoadFailureMessage, StaleNote } from '#src/admin/shell/LoadFailureMessage.tsx';
import { useAlbums } from '#src/admin/edits/useAlbums.ts';
import { showToast } from '#src/admin/shell/toasts.ts';
import { failureText } from '#src/admin/shell/useAction.ts';
import type { AdminResource } from '#src/admin/shell/useAdminResource.ts';
import { ConnectScreen } from '../add/ConnectScreen.tsx';
import { WallPreview } from '../preview/WallPreview.tsx';
import { tabletSections } from '../slots.ts';
import { useWatched, type Watched } from '../watch/useWatched.ts';
import { AdminTitle } from '#src/admin/shell/Section.tsx';
import { BackLink } from '#src/shared/ui/text/TextLink.tsx';
import { Note, Text } from '#src/shared/ui/text/Text.tsx';
import { Columns } from '#src/shared/ui/layout/Columns.tsx';
import { Stack } from '#src/shared/ui/layout/Stack.tsx';
import { AccessSection } from './AccessSection.tsx';
import { Commands } from './Commands.tsx';
import { KeySection, useKeyActions } from './KeySection.tsx';
import { SettingsForm } from './settings/SettingsForm.tsx';
import { ShownSection } from './shown/ShownSection.tsx';
import { TabletHead } from './TabletHead.tsx';
import styles from './TabletView.module.css';

/** One tablet: its state, its commands, and its settings. */
export function TabletScreen() {
  const { id } = useParams({ from: '/admin/tablets/$id' });
  const call = useMemo(() => (token: string) => fetchTablet(token, id), [id]);
  const watched = useWatched(call);
  const albums = useAlbums();
  const { value: tablet, load } = watched;
  return (
    <>
      <AdminTitle>{tablet ? `${tablet.name} – Tablets` : 'Tablet – Tablets'}</AdminTitle>
      <BackLink to="/admin/tablets">{'< Back to Tablets'}</BackLink>
      <Trouble watched={watched} />
      {!tablet && !load.failure && <Text tone="quiet">Loading the tablet...</Text>}
      {tablet && <TabletView key={id} loaded={tablet} now={watched.now} albums={albums} reload={load.reload} />}
    </>
  );
}

function Trouble({ watched: { load, value, staleSince } }: { watched: Watched<Tablet> }) {
  // A rejection, such as for a tablet that was deleted meanwhile, is not a missing response.
  if (load.failure?.retrying === false) return <LoadFailureMessage text="Failed to load the tablet" load={load} />;
  if (value && staleSince !== undefined) return <StaleNote since={staleSince} now={staleSince} what="the tablet" />;
  if (value) return null;
  return <LoadFailureMessage text="Failed to load the tablet" load={load} />;
}

interface Props {
  loaded: Tablet;
  now: number;
  albums: AdminResource<Album[]>;
  reload: () => Promise<void>;
}

const SAVED_AT_ONCE =
  'Each change is saved at once and reaches the tablet within seconds; what it begins with, once nobody has touched it for 30 seconds.';

function TabletView({ loaded, now, albums, reload }: Props) {
  const edits = useTabletEdits(loaded, reload);
  // Called here, since the section with the key moves when the tablet's state changes.
  const keyActions = useKeyActions(loaded, reload);
  const { tablet, change } = edits;
  const known = albums.data ?? [];
  const isOver = tablet.state === 'revoked';
  return (
    <>
      <TabletHead tablet={tablet} albums={known} now={now} onRename={(name) => change({ name })} />
      {isOver && <KeySection tablet={tablet} now={now} actions={keyActions} />}
      <Columns>
        <Stack gap={4} className={styles.left}>
          <WallPreview tablet={tablet} albums={known} now={new Date(now)} />
          {!isOver && <Commands tablet={tablet} albums={known} />}
          <Filled slot={tabletSections} id={tablet.id} now={now} />
          <ShownSection id={tablet.id} albums={known} />
        </Stack>
        <Stack gap={4} className={styles.column}>
          <Note as="output">{edits.isSaving ? 'Saving…' : SAVED_AT_ONCE}</Note>
          <SettingsForm
            tablet={tablet}
            albums={known}
            now={now}
            onChange={(settings) => change({ settings })}
            onTabletChange={change}
            connection={
              !isOver && (
                <>
                  <AccessSection tablet={tablet} albums={albums} now={now} onChange={change} />
                  <KeySection tablet={tablet} now={now} actions={keyActions} />
                </>
              )
            }
          />
        </Stack>
      </Columns>
      {keyActions.isConnecting && (
        <Dialog title={`Connect “${tablet.name}” again`} onClose={() => keyActions.connectAgain(false)}>
          <ConnectScreen tablet={tablet} albums={known} by="letters" onClose={() => keyActions.connectAgain(false)} />
        </Dialog>
      )}
    </>
  );
}

interface TabletEdits {
  /** The tablet with unconfirmed changes. */
  tablet: Tablet;
  change: (changes: TabletChanges) => void;
  isSaving: boolean;
}

/**
 * Shows and sends each change at once; changes made during a call are sent together after it. When the server rejects
 * one, the page shows the server's state again, and a note says why and offers to try again.
 */
function useTabletEdits(loaded: Tablet, reload: () => Promise<void>): TabletEdits {
  const [shown, setShown] = useState<TabletChanges>();
  const waiting = useRef<TabletChanges>(undefined);
  const isSending = useRef(false);

  const send = async () => {
    isSending.current = true;
    let failed: { error: unknown; changes: TabletChanges } | undefined;
    while (waiting.current && !failed) {
      const changes: TabletChanges = waiting.current;
      waiting.current = undefined;
      try {
        await adminCall((token) => changeTablet(token, loaded.id, changes));
      } catch (error) {
        failed = { error, changes: waiting.current ? joinedChanges(changes, waiting.current) : changes };
        waiting.current = undefined;
      }
    }
    await reload();
    // Edits made during the reload stay on screen until they are sent.
    if (waiting.current && !failed) return send();
    isSending.current = false;
    waiting.current = undefined;
    setShown(undefined);
    if (failed) tellOf(failed, () => change(failed.changes));
  };

  const tellOf = ({ error }: { error: unknown }, tryAgain: () => void) => {
    showToast({
      kind: 'failed',
      text: `“${loaded.name}” was not changed. ${failureText(error)}`,
      action: { label: 'Try again', run: tryAgain },
    });
  };

  const change = (changes: TabletChanges) => {
    waiting.current = joinedChanges(waiting.current ?? {}, changes);
    setShown((before) => joinedChanges(before ?? {}, changes));
    if (!isSending.current) void send();
  };

  return { tablet: shown ? withChanges(loaded, shown) : loaded, change, isSaving: shown !== undefined };
}
