import { createWorker, OEM, PSM, type Worker as Reader } from 'tesseract.js';
import { READER_CORES, READER_FOLDER, type ReaderCore } from '#contract/codenames/reader.ts';
import { cellKey, CELLS, type CardWord, type Words } from '#domain/codenames/board.ts';
import type { CardLine } from '#domain/codenames/reading/cardLines.ts';
import { chooseWord, type Reading } from '#domain/codenames/reading/chooseWord.ts';

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ '-.";

let started: Promise<Reader> | undefined;

/** One reader serves all boards of an evening; it lives in a worker of its own. */
export function startReader(core: ReaderCore): Promise<Reader> {
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
    // The files are stored by this app, once and not a second time by the reader.
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
export async function readBoard(
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
