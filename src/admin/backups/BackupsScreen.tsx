import { useState, type FormEvent } from 'react';
import { STORED_BACKUPS } from '#contract/admin/limits.ts';
import { backUpNow, fetchBackups, saveBackups } from '#src/admin/api/backups.ts';
import { fetchServerStatus } from '#src/admin/api/server.ts';
import type { BackupSettings, BackupSettingsPayload } from '#contract/backups/schemas.ts';
import { backupSentence, backupPlanText, folderOn, OPEN_TO_OTHERS, rootsText } from '#domain/backups/backupSentence.ts';
import { reader } from '#src/shared/session/reader.ts';
import { Button } from '#src/shared/ui/Button.tsx';
import { CommittedField } from '#src/shared/ui/fields/CommittedField.tsx';
import { TextField } from '#src/shared/ui/fields/TextField.tsx';
import { Message } from '#src/shared/ui/Message.tsx';
import { adminCall } from '#src/admin/session/adminCall.ts';
import { AdminTitle } from '#src/admin/shell/Section.tsx';
import { LoadFailureMessage } from '#src/admin/shell/LoadFailureMessage.tsx';
import { useAction } from '#src/admin/shell/useAction.ts';
import { useAdminResource } from '#src/admin/shell/useAdminResource.ts';
import { BackLink } from '#src/shared/ui/text/TextLink.tsx';
import { Heading } from '#src/shared/ui/text/Heading.tsx';
import { Note } from '#src/shared/ui/text/Text.tsx';
import { Stack } from '#src/shared/ui/layout/Stack.tsx';
import { Row } from '#src/shared/ui/layout/Row.tsx';
import styles from './BackupsScreen.module.css';

/** The interval at which the page reloads while a backup is being made. */
const POLL_EVERY_MS = 2_000;

async function load(token: string) {
  const [settings, status] = await Promise.all([fetchBackups(token), fetchServerStatus(token)]);
  return { settings, status };
}

/** The folder for backups, the number stored, and the outcome of the last one. */
export function BackupsScreen() {
  const [isRunning, setIsRunning] = useState(false);
  const loaded = useAdminResource(load, { refreshMs: isRunning ? POLL_EVERY_MS : Infinity });
  const { data } = loaded;
  // The page polls only while a backup is running.
  if (data && data.settings.isRunning !== isRunning) setIsRunning(data.settings.isRunning);
  return (
    <>
      <AdminTitle>Backups</AdminTitle>
      <BackLink to="/admin/circuit-tree">{'< Back to Circuit Tree'}</BackLink>
      <Heading level={1}>Backups</Heading>
      <LoadFailureMessage text="Failed to load the backups" load={loaded} />
      {!data && !loaded.failure && <Note>Loading the backups...</Note>}
      {data && (
        <Stack gap={4} className={styles.part}>
          <BackupState
            {...data}
            onChanged={(settings) => {
              loaded.change((before) => before && { ...before, settings });
              void loaded.reload();
            }}
          />
        </Stack>
      )}
    </>
  );
}

interface StateProps extends Awaited<ReturnType<typeof load>> {
  onChanged: (settings: BackupSettings) => void;
}

function BackupState({ settings, status: { backup, reasons }, onChanged }: StateProps) {
  const { busy, failure, run } = useAction();
  const { folder, isRunning, isSetByOperator, isOnSameDisk, isOpenToOthers } = settings;
  const trouble = reasons.find(({ code }) => code.startsWith('backup-'));
  return (
    <>
      {trouble && (
        <Message kind="error">
          {trouble.message} {trouble.detail}
        </Message>
      )}
      <Message kind={backup.newest ? 'success' : 'info'}>{backupSentence(backup, reader())}</Message>
      {folder !== null && <p>{backupPlanText(settings)}</p>}
      {isSetByOperator && <Note>The server’s setting BACKUP_DIR says so, and can only be changed there.</Note>}
      {isOnSameDisk === true && (
        <Message kind="info">
          This folder is on the same disk as the photos. It helps after a mistake, but not when the disk breaks.
        </Message>
      )}
      {isOpenToOthers === true && <Message kind="info">{OPEN_TO_OTHERS}</Message>}
      {folder !== null && (
        <Row gap={3} lineGap={2}>
          <Button
            disabled={busy || isRunning}
            onClick={() => void run(async () => onChanged(await adminCall(backUpNow)))}
          >
            Back up now
          </Button>
          {isRunning && <Note as="output">A backup is being made…</Note>}
        </Row>
      )}
      {failure !== undefined && <Message kind="error">{failure}</Message>}
      {!isSetByOperator && <FolderForm key={folder} settings={settings} onChanged={onChanged} />}
    </>
  );
}

interface Props {
  settings: BackupSettings;
  onChanged: (settings: BackupSettings) => void;
}

/** Chooses the folder; the number of backups is saved at once if there is a folder. */
function FolderForm({ settings: { folder, keep, roots, disks }, onChanged }: Props) {
  const [typed, setTyped] = useState(folder ?? '');
  const { busy, failure, run } = useAction();
  const save = (payload: BackupSettingsPayload) =>
    void run(async () => onChanged(await adminCall((token) => saveBackups(token, payload))));

  function submit(event: FormEvent) {
    event.preventDefault();
    save({ folder: typed.trim() });
  }

  return (
    <Stack as="form" onSubmit={submit}>
      <TextField
        label="Folder"
        required
        placeholder={folderOn(disks[0] ?? roots[0] ?? '')}
        value={typed}
        error={failure}
        hint={`Below ${rootsText(roots)}, best on another disk. It is made if it is not there.`}
        onChange={(event) => setTyped(event.target.value)}
      />
      {disks.length > 0 && (
        <Row gap={3} lineGap={2}>
          {disks.map((disk) => (
            <Button key={disk} size="s" onClick={() => setTyped(folderOn(disk))}>
              {folderOn(disk)}
            </Button>
          ))}
        </Row>
      )}
      {folder !== null && (
        <CommittedField
          label="Backups that are kept"
          type="number"
          min={STORED_BACKUPS.least}
          max={STORED_BACKUPS.most}
          required
          value={String(keep)}
          hint="Unchanged photos take up space only once."
          onCommit={(text) => save({ folder, keep: Number(text) })}
        />
      )}
      <Row gap={3} lineGap={2}>
        <Button type="submit" variant="primary" disabled={busy || typed.trim() === (folder ?? '')}>
          {folder === null ? 'Back up here each day' : 'Use this folder'}
        </Button>
        {folder !== null && (
          <Button disabled={busy} onClick={() => save({ folder: null })}>
            Stop making backups
          </Button>
        )}
      </Row>
    </Stack>
  );
}
