import { useState } from 'react';
import { acceptPairing, createTablet } from '#src/admin/api/tablets.ts';
import { TABLET_NAME_MAX_CHARACTERS } from '#contract/limits.ts';
import type { Album } from '#contract/photos/schemas.ts';
import type { NewTablet, Tablet } from '#contract/tablets/schemas.ts';
import { endOfDay } from '#domain/clock/when.ts';
import { freeTabletName, proposedStart, settingsLike, type TabletStart } from '#domain/tablets/offeredChoices.ts';
import { isPairingCode, spacedCode, typedCode } from '#domain/tablets/pairingCode.ts';
import { Button } from '#src/shared/ui/Button.tsx';
import { TextField } from '#src/shared/ui/fields/TextField.tsx';
import { Note } from '#src/shared/ui/text/Text.tsx';
import { adminCall } from '#src/admin/session/adminCall.ts';
import { DialogForm } from '#src/admin/shell/dialogs.tsx';
import type { AdminResource } from '#src/admin/shell/useAdminResource.ts';
import { useAction } from '#src/admin/shell/useAction.ts';
import { AccessField } from '#src/admin/edits/AccessField.tsx';
import { LastDayField, StartFields, LettersField, WRONG_LETTERS } from './fields.tsx';
import styles from './ConnectForm.module.css';

interface Props {
  albums: AdminResource<Album[]>;
  /** The tablets that are there. */
  tablets: readonly Tablet[];
  /** The code on the screen, if its QR code led here. */
  code: string | undefined;
  now: number;
  /** `url`: the link with the key; undefined when the screen collects its key by itself. */
  onConnected: (tablet: Tablet, url?: string) => void;
  onClose?: () => void;
}

/** Makes a screen a tablet: its code, its name and its first page; everything else has a default, and is folded. */
export function ConnectForm({ albums, tablets, code, now, onConnected, onClose }: Props) {
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState<string>();
  const fields = useNewTablet(albums.data ?? [], tablets);
  const { busy, failure, run } = useAction();
  const letters = code ?? typedCode(typed);

  const connect = () => {
    if (!isPairingCode(letters)) setWrong(WRONG_LETTERS);
    else void run(async () => onConnected(await adminCall((token) => acceptPairing(token, letters, fields.tablet))));
  };
  const makeLink = () =>
    run(async () => {
      const { url, ...tablet } = await adminCall((token) => createTablet(token, fields.tablet));
      onConnected(tablet, url);
    });
  return (
    <DialogForm
      action="Connect"
      busy={busy}
      disabled={!fields.isComplete || letters === ''}
      failure={failure}
      onSave={connect}
      {...(onClose && { onClose })}
    >
      {code === undefined && (
        <LettersField
          value={typed}
          onChange={(text) => {
            setTyped(text);
            setWrong(undefined);
          }}
          error={wrong}
        />
      )}
      {code !== undefined && (
        <p>
          For the screen that shows <strong className={styles.code}>{spacedCode(code)}</strong>
        </p>
      )}
      <TabletFields {...{ albums, now, fields }} hasFocus={code !== undefined} />
      {code === undefined && (
        <details className={styles.more}>
          <Note as="summary" className={styles.unfold}>
            Other ways…
          </Note>
          <p>Where nobody can type letters: a link with its QR code, to be opened on the screen.</p>
          <div>
            <Button disabled={busy || !fields.isComplete} onClick={() => void makeLink()}>
              Make a link
            </Button>
          </div>
        </details>
      )}
    </DialogForm>
  );
}

interface FieldsProps extends Pick<Props, 'albums' | 'now'> {
  fields: ReturnType<typeof useNewTablet>;
  /** Whether the name is the first field. */
  hasFocus: boolean;
}

function TabletFields({ albums, now, fields, hasFocus }: FieldsProps) {
  const { name, start, albumIds, lastDay, change } = fields;
  return (
    <>
      <TextField
        label="Name"
        autoComplete="off"
        data-autofocus={hasFocus ? '' : undefined}
        maxLength={TABLET_NAME_MAX_CHARACTERS}
        value={name}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onChange={(event) => change({ name: event.target.value })}
        hint="Such as the room it hangs in."
      />
      <StartFields
        label="What shall it show?"
        settings={start}
        albums={albums.data ?? []}
        albumIds={albumIds}
        onChange={(changes) => change({ start: { ...start, ...changes } })}
      />
      <details className={styles.more}>
        <Note as="summary" className={styles.unfold}>
          All albums, no end date. Change…
        </Note>
        <AccessField
          legend="Albums it may see"
          albums={albums}
          value={albumIds}
          onChange={(ids) => change({ albumIds: ids })}
        />
        <LastDayField value={lastDay} now={now} onChange={(day) => change({ lastDay: day })} />
      </details>
    </>
  );
}

interface Chosen {
  name?: string;
  start?: TabletStart;
  albumIds?: string[] | null;
  lastDay?: string;
}

/** The values of a new tablet: those that the admin has chosen, and proposals for the others. */
function useNewTablet(albums: readonly Album[], tablets: readonly Tablet[]) {
  const [chosen, setChosen] = useState<Chosen>({});
  const { albumIds = null, lastDay = '' } = chosen;
  const name = chosen.name ?? freeTabletName(tablets.map((tablet) => tablet.name));
  const start = chosen.start ?? proposedStart(albums);
  const browser = new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions();
  const tablet: NewTablet = {
    name: name.trim(),
    albumIds,
    expiresAt: endOfDay(lastDay),
    settings: { ...settingsLike(browser), ...start },
  };
  const isComplete = name.trim() !== '' && albumIds?.length !== 0;
  const change = (changes: Chosen) => setChosen({ ...chosen, ...changes });
  return { name, start, albumIds, lastDay, tablet, isComplete, change };
}
