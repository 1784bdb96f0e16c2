import { useState } from 'react';
import { TABLET_NAME_MAX_CHARACTERS } from '#contract/limits.ts';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { FormDialog } from '../../shell/FormDialog.tsx';

interface Props {
  name: string;
  onSave: (name: string) => void;
  onClose: () => void;
}

export function RenameDialog({ name: before, onSave, onClose }: Props) {
  const [name, setName] = useState(before);
  return (
    <FormDialog
      title="Rename the tablet"
      disabled={name.trim() === '' || name.trim() === before}
      onSave={() => onSave(name.trim())}
      onClose={onClose}
    >
      <TextField
        label="Name"
        autoComplete="off"
        data-autofocus=""
        maxLength={TABLET_NAME_MAX_CHARACTERS}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
    </FormDialog>
  );
}
