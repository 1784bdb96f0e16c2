import { type Dispatch, useEffect, useState } from 'react';
import { createWorker, OEM, PSM, type Worker as Reader } from 'tesseract.js';
import { READER_CORES, READER_FOLDER, type ReaderCore } from '#contract/codenames/reader.ts';
import { CODENAMES } from '#contract/storageKeys.ts';
import { cellKey, CELLS, type CardWord, type Words } from '#domain/codenames/board.ts';
import type { GameEvent, Used } from '#domain/codenames/game.ts';
import type { CardLine } from '#domain/codenames/reading/cardLines.ts';
import { chooseWord, type Reading } from '#domain/codenames/reading/chooseWord.ts';
import { lookForLines } from '../looking/look.ts';
import { downloadReader, isReaderStored, readerCore } from './readerDownload.ts';

export type ReadingState =
  | { phase: 'idle' }
  | { phase: 'loading' | 'reading'; percent: number }
  | { phase: 'failed'; problem: string };

const NOT_LOADED = 'The reader could not be loaded. It needs a connection the first time.';
const NOT_READ = 'The words could not be read on this device.';

interface WordReader {
  state: ReadingState;
  /** Whether a press downloads nothing; unknown at first. */
  isStored: boolean | undefined;
  read: () => void;
}

/** Reads the words of the game's photo: loads the reader first, if it is not on the device. */
export function useWordReader(game: Used, dispatch: Dispatch<GameEvent>): WordReader {
  const [state, setState] = useState<ReadingState>({ phase: 'idle' });
  const [isStored, setIsStored] = useState<boolean>();
  const isIdle = state.phase === 'idle';
  useEffect(() => {
    if (isIdle) isReaderStored(readerCore()).then(setIsStored, () => setIsStored(false));
  }, [isIdle]);

  const showing = (phase: 'loading' | 'reading') => (share: number) =>
    setState({ phase, percent: Math.round(share * 100) });

  const read = async () => {
    const core = readerCore();
    let problem = NOT_LOADED;
    try {
      showing('loading')(0);
      await downloadReader(core, showing('loading'));
      const reader = await startReader(core);
      problem = NOT_READ;
      showing('reading')(0);
      const lines = await lookForLines(game);
      const remembered = new Set(confirmedWords());
      const words = await readBoard(reader, lines, { remembered, onShare: showing('reading') });
      dispatch({ type: 'words-read', of: game.photo, words });
      setState({ phase: 'idle' });
    } catch {
      setState({ phase: 'failed', problem });
    }
  };
  return { state, isStored, read: () => void read() };
}

const MOST_WORDS = 2_000;

/** The words that somebody confirmed on this phone. */
function confirmedWords(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(CODENAMES.words) ?? '[]');
    return Array.isArray(stored) ? stored.filter((word) => typeof word === 'string') : [];
  } catch {
    return [];
  }
}

export function rememberWord(word: string): void {
  const others = confirmedWords().filter((other) => other !== word);
  try {
    localStorage.setItem(CODENAMES.words, JSON.stringify([...others, word].slice(-MOST_WORDS)));
  } catch {
    // Without storage the word is remembered for this game only.
  }
}

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ '-.";

let started: Promise<Reader> | undefined;

/** One reader for all boards of an evening, in a separate worker. */
function startReader(core: ReaderCore): Promise<Reader> {
  started ??= setUp(core).catch((error: unknown) => {
    started = undefined;
    throw error;
  });
  return started;
}

async function setUp(core: ReaderCore): Promise<Reader> {
  const reader = await createWorker('eng', OEM.LSTM_ONLY, {
    workerPath: `${READER_FOLDER}/worker.min.js`,
    corePath: READER_CORES[core][0].path,
    langPath: READER_FOLDER,
    workerBlobURL: false,
    // The app stores the files, so the reader must not store them a second time.
    cacheMethod: 'none',
    gzip: true,
  });
  await reader.setParameters({ tessedit_pageseg_mode: PSM.SINGLE_LINE, tessedit_char_whitelist: LETTERS });
  return reader;
}

interface ReadOptions {
  remembered: ReadonlySet<string>;
  /** Called with the share of the cards that are read, from 0 to 1. */
  onShare: (share: number) => void;
}

/** Reads the lines of all cards, in the order of the cells. */
async function readBoard(
  reader: Reader,
  cards: readonly (readonly CardLine[])[],
  { remembered, onShare }: ReadOptions,
): Promise<Words> {
  const words: Record<string, CardWord> = {};
  for (const [index, lines] of cards.entries()) {
    const cell = CELLS[index];
    const readings: Reading[] = [];
    for (const { picture, isCut } of lines) {
      const { data } = await reader.recognize(new Blob([picture]));
      readings.push({ text: data.text, confidence: data.confidence, isCut });
    }
    const word = chooseWord(readings, remembered);
    if (cell && word) words[cellKey(cell)] = word;
    onShare((index + 1) / cards.length);
  }
  return words;
}
