import { type FormEvent, useState } from 'react';
import { saveBackups } from '#src/api/installation.ts';
import type { BackupSettings, BackupSettingsPayload } from '#contract/schemas/server.ts';
import { BACKUPS_KEPT } from '#contract/admin/limits.ts';
import { folderOn, rootsText } from '#domain/installation/backupSentence.ts';
import { Button } from '#src/ui/Button.tsx';
import { CommittedField } from '#src/ui/fields/CommittedField.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { adminCall } from '../session/adminCall.ts';
import { useAction } from '../shell/useAction.ts';
import shapes from '#src/ui/shapes.module.css';

interface Props {
  settings: BackupSettings;
  onChanged: (settings: BackupSettings) => void;
}

/** Chooses the folder; the number that is kept is saved at once where there is one. */
export function FolderForm({ settings: { folder, keep, roots, disks }, onChanged }: Props) {
  const [typed, setTyped] = useState(folder ?? '');
  const { busy, failure, run } = useAction();
  const save = (payload: BackupSettingsPayload) =>
    void run(async () => onChanged(await adminCall((token) => saveBackups(token, payload))));

  function submit(event: FormEvent) {
    event.preventDefault();
    save({ folder: typed.trim() });
  }

  return (
    <form className={shapes.column3} onSubmit={submit}>
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
        <div className={`${shapes.line} ${shapes.gap23}`}>
          {disks.map((disk) => (
            <Button key={disk} size="s" onClick={() => setTyped(folderOn(disk))}>
              {folderOn(disk)}
            </Button>
          ))}
        </div>
      )}
      {folder !== null && (
        <CommittedField
          label="Backups that are kept"
          type="number"
          min={BACKUPS_KEPT.least}
          max={BACKUPS_KEPT.most}
          required
          value={String(keep)}
          hint="Unchanged photos take their room only once."
          onCommit={(text) => save({ folder, keep: Number(text) })}
        />
      )}
      <div className={`${shapes.line} ${shapes.gap23}`}>
        <Button type="submit" variant="primary" disabled={busy || typed.trim() === (folder ?? '')}>
          {folder === null ? 'Back up here each day' : 'Use this folder'}
        </Button>
        {folder !== null && (
          <Button disabled={busy} onClick={() => save({ folder: null })}>
            Make no more backups
          </Button>
        )}
      </div>
    </form>
  );
}
