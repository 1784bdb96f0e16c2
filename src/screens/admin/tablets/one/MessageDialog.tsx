import { useState } from 'react';
import { MESSAGE_MAX_CHARACTERS } from '#contract/programme.ts';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { FormDialog } from '../../shell/FormDialog.tsx';

interface Props {
  onSend: (text: string) => void;
  onClose: () => void;
}

/** Words for the wall, where they stay until others come; none take them away. */
export function MessageDialog({ onSend, onClose }: Props) {
  const [text, setText] = useState('');
  return (
    <FormDialog
      title="A line of words on the wall"
      action={text.trim() === '' ? 'Take the words away' : 'Show'}
      onSave={() => onSend(text.trim())}
      onClose={onClose}
    >
      <TextField
        label="Words"
        hint="They stay until others come. Leave it empty to take them away."
        value={text}
        maxLength={MESSAGE_MAX_CHARACTERS}
        dir="auto"
        autoComplete="off"
        onChange={({ target }) => setText(target.value)}
      />
    </FormDialog>
  );
}
