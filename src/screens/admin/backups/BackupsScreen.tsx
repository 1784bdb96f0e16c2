import { useState } from 'react';
import { backUpNow, fetchBackups, fetchServerStatus } from '#src/api/installation.ts';
import type { BackupSettings } from '#contract/schemas/server.ts';
import { backupSentence, backupPlanText } from '#domain/installation/backupSentence.ts';
import { reader } from '#src/session/reader.ts';
import { Button } from '#src/ui/Button.tsx';
import { Message } from '#src/ui/Message.tsx';
import { adminCall } from '../session/adminCall.ts';
import { AdminTitle } from '../shell/AdminTitle.tsx';
import { LoadFailureMessage } from '../shell/LoadFailureMessage.tsx';
import { useAction } from '../shell/useAction.ts';
import { useAdminResource } from '../shell/useAdminResource.ts';
import shapes from '#src/ui/shapes.module.css';
import styles from './BackupsScreen.module.css';
import { FolderForm } from './FolderForm.tsx';

/** While a backup is being made, the page looks how far it is. */
const LOOK_EVERY_MS = 2_000;

async function load(token: string) {
  const [settings, status] = await Promise.all([fetchBackups(token), fetchServerStatus(token)]);
  return { settings, status };
}

/** The folder for backups, how many are kept, and how the last one went. */
export function BackupsScreen() {
  const [isRunning, setIsRunning] = useState(false);
  const loaded = useAdminResource(load, { refreshMs: isRunning ? LOOK_EVERY_MS : Infinity });
  const { data } = loaded;
  // The page looks again and again only while there is something to look at.
  if (data && data.settings.isRunning !== isRunning) setIsRunning(data.settings.isRunning);
  return (
    <>
      <AdminTitle>Backups</AdminTitle>
      <h1>Backups</h1>
      <LoadFailureMessage text="Failed to load the backups" load={loaded} />
      {!data && !loaded.failure && <p className={shapes.note}>Loading the backups...</p>}
      {data && (
        <div className={`${shapes.stack4} ${shapes.words} ${shapes.single} ${styles.part}`}>
          <BackupState
            {...data}
            onChanged={(settings) => {
              loaded.change((before) => before && { ...before, settings });
              void loaded.reload();
            }}
          />
        </div>
      )}
    </>
  );
}

interface StateProps extends Awaited<ReturnType<typeof load>> {
  onChanged: (settings: BackupSettings) => void;
}

function BackupState({ settings, status: { backup, reasons }, onChanged }: StateProps) {
  const { busy, failure, run } = useAction();
  const { folder, isRunning, isSetByOperator, isOnSameDisk } = settings;
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
      {isSetByOperator && (
        <p className={shapes.note}>The setting BACKUP_DIR of the server says so; it is changed there.</p>
      )}
      {isOnSameDisk === true && (
        <Message kind="info">
          This folder is on the same disk as the photos. It helps after a mistake, but not when the disk breaks.
        </Message>
      )}
      {folder !== null && (
        <div className={`${shapes.line} ${shapes.gap23}`}>
          <Button
            disabled={busy || isRunning}
            onClick={() => void run(async () => onChanged(await adminCall(backUpNow)))}
          >
            Back up now
          </Button>
          {isRunning && <output className={shapes.note}>A backup is being made…</output>}
        </div>
      )}
      {failure !== undefined && <Message kind="error">{failure}</Message>}
      {!isSetByOperator && <FolderForm key={folder} settings={settings} onChanged={onChanged} />}
    </>
  );
}
