import { useState } from 'react';
import type { Album } from '#contract/schemas/photos.ts';
import type { NewTablet } from '#contract/schemas/tablets.ts';
import { TABLET_NAME_MAX_CHARACTERS } from '#contract/limits.ts';
import { endOfDay } from '#domain/tabletAdmin/lastDay.ts';
import { spacedCode } from '#domain/tablets/pairingCode.ts';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { DialogForm } from '../../shell/FormDialog.tsx';
import type { AdminResource } from '../../shell/useAdminResource.ts';
import { AccessField } from './AccessField.tsx';
import { LastDayField } from './LastDayField.tsx';
import styles from './NewTabletForm.module.css';

interface Props {
  albums: AdminResource<Album[]>;
  /** The letters on the screen that becomes the tablet, if they are known already. */
  code: string | undefined;
  now: number;
  busy: boolean;
  failure: string | undefined;
  onSend: (tablet: NewTablet) => void;
  onClose: () => void;
}

/** A new tablet's name, what it may see and until when. */
export function NewTabletForm({ albums, code, now, busy, failure, onSend, onClose }: Props) {
  const [name, setName] = useState('');
  const [albumIds, setAlbumIds] = useState<string[] | null>(null);
  const [lastDay, setLastDay] = useState('');
  const isComplete = name.trim() !== '' && (albumIds === null || albumIds.length > 0);
  const more = (
    <>
      <AccessField albums={albums} value={albumIds} onChange={setAlbumIds} />
      <LastDayField value={lastDay} now={now} onChange={setLastDay} />
    </>
  );
  return (
    <DialogForm
      action={code === undefined ? 'Add' : 'Connect'}
      busy={busy}
      disabled={!isComplete}
      failure={failure}
      onSave={() => onSend({ name: name.trim(), albumIds, expiresAt: endOfDay(lastDay) })}
      onClose={onClose}
    >
      {code !== undefined && (
        <p className={styles.code}>
          For the screen that shows <strong>{spacedCode(code)}</strong>
        </p>
      )}
      <TextField
        label="Name"
        autoComplete="off"
        data-autofocus=""
        maxLength={TABLET_NAME_MAX_CHARACTERS}
        value={name}
        onChange={(event) => setName(event.target.value)}
        hint="Such as the room it hangs in."
      />
      {code === undefined ? (
        more
      ) : (
        <details className={styles.more}>
          <summary>It sees all albums, without an end. Change…</summary>
          {more}
        </details>
      )}
    </DialogForm>
  );
}
