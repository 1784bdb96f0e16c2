import { type FormEvent, useState } from 'react';
import { cellName } from '#domain/codenames/board.ts';
import { tidied } from '#domain/codenames/reading/chooseWord.ts';
import type { ListedWord } from '#domain/codenames/reading/wordGroups.ts';
import { Button } from '#src/ui/Button.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { DialogActions } from '#src/ui/DialogActions.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';

interface CorrectWordProps {
  listed: ListedWord;
  onSave: (text: string) => void;
  onClose: () => void;
}

const MOST_LETTERS = 24;

/** Saving the word as it stands says that it is right. */
export function CorrectWord({ listed: { cell, word }, onSave, onClose }: CorrectWordProps) {
  const [text, setText] = useState(word?.text ?? '');
  const save = (event: FormEvent) => {
    event.preventDefault();
    onSave(tidied(text));
  };
  return (
    <Dialog title={`The word in ${cellName(cell)}`} onClose={onClose}>
      <form onSubmit={save}>
        <TextField
          label="Word"
          value={text}
          maxLength={MOST_LETTERS}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          onChange={(event) => setText(event.target.value)}
        />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit">
            Use this word
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
