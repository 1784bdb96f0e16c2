import { type Dispatch, useState } from 'react';
import { cellKey, cellName, type Marks, type Words } from '#domain/codenames/board.ts';
import type { GameEvent } from '#domain/codenames/game.ts';
import { type ListedWord, listedText, wordGroups } from '#domain/codenames/reading/wordGroups.ts';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { rememberWord } from './confirmedWords.ts';
import { CorrectWord } from './CorrectWord.tsx';
import styles from './WordsList.module.css';

interface WordsListProps {
  words: Words;
  marks: Marks;
  dispatch: Dispatch<GameEvent>;
}

/** The words by what is left for each team. A tap on one corrects it. */
export function WordsList({ words, marks, dispatch }: WordsListProps) {
  const [search, setSearch] = useState('');
  const [open, setOpen] = useState<ListedWord>();
  const groups = wordGroups(words, marks, search);

  const correct = (text: string) => {
    if (open) dispatch({ type: 'word-corrected', cell: open.cell, text });
    if (text !== '') rememberWord(text);
    setOpen(undefined);
  };

  return (
    <section className={styles.words} aria-label="Words">
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
          <h2 className={styles.heading}>
            {name} ({listed.length})
          </h2>
          <ul className={styles.list}>
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
          </ul>
        </section>
      ))}
      {open && <CorrectWord listed={open} onSave={correct} onClose={() => setOpen(undefined)} />}
    </section>
  );
}
