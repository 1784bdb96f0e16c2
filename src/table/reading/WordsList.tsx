import { type Dispatch, useState, type FormEvent } from 'react';
import { cellKey, cellName, type Grid, type Marks, type Words } from '#domain/table/board.ts';
import type { GameEvent } from '#domain/table/game.ts';
import { tidied, type ListedWord, listedText, wordGroups } from '#domain/table/reading/chooseWord.ts';
import { Button } from '#src/shared/ui/Button.tsx';
import { Dialog } from '#src/shared/ui/Dialog.tsx';
import { DialogActions } from '#src/shared/ui/DialogActions.tsx';
import { TextField } from '#src/shared/ui/fields/TextField.tsx';
import { ProgressBar } from '#src/shared/ui/ProgressBar.tsx';
import { rememberWord, type ReadingState } from './useWordReader.ts';
import { Row } from '#src/shared/ui/layout/Row.tsx';
import { Stack } from '#src/shared/ui/layout/Stack.tsx';
import { Heading } from '#src/shared/ui/text/Heading.tsx';
import styles from './WordsList.module.css';

interface WordsListProps {
  words: Words;
  marks: Marks;
  grid: Grid;
  dispatch: Dispatch<GameEvent>;
}

/** The words, grouped by team. A tap on one corrects it. */
export function WordsList({ words, marks, grid, dispatch }: WordsListProps) {
  const [search, setSearch] = useState('');
  const [open, setOpen] = useState<ListedWord>();
  const groups = wordGroups({ words, marks, grid }, search);

  const correct = (text: string) => {
    if (open) dispatch({ type: 'word-corrected', cell: open.cell, text });
    if (text !== '') rememberWord(text);
    setOpen(undefined);
  };

  return (
    <Stack as="section" aria-label="Words">
      <TextField
        label="Find a word"
        type="search"
        autoCapitalize="characters"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      {groups.length === 0 && <p>No card has this word.</p>}
      {groups.map(({ name, listed }) => (
        <section key={name} aria-label={name}>
          <Heading level={2} size="s">
            {name} ({listed.length})
          </Heading>
          <Row as="ul" gap={1} align="stretch" className={styles.list}>
            {listed.map((one) => (
              <li key={cellKey(one.cell)}>
                <button
                  type="button"
                  className={styles.word}
                  data-role={one.role}
                  aria-label={`Correct ${one.word?.text ?? 'the word of'} ${cellName(one.cell)}`}
                  onClick={() => setOpen(one)}
                >
                  {listedText(one)}
                </button>
              </li>
            ))}
          </Row>
        </section>
      ))}
      {open && <CorrectWord listed={open} onSave={correct} onClose={() => setOpen(undefined)} />}
    </Stack>
  );
}

const LABELS = { loading: 'Loading the reader', reading: 'Reading the words' };

export function ReadingProgress({ state }: { state: ReadingState }) {
  if (state.phase === 'idle' || state.phase === 'few') return null;
  if (state.phase === 'failed') return <p role="alert">{state.problem}</p>;
  const label = LABELS[state.phase];
  return (
    <Stack gap={1} className={styles.progress}>
      <span>
        {label}: {state.percent} %
      </span>
      <ProgressBar label={label} percent={state.percent} />
    </Stack>
  );
}

interface CorrectWordProps {
  listed: ListedWord;
  onSave: (text: string) => void;
  onClose: () => void;
}

const MOST_LETTERS = 24;

/** Saving an unchanged word confirms it. */
function CorrectWord({ listed: { cell, word }, onSave, onClose }: CorrectWordProps) {
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
