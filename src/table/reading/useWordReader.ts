import { type Dispatch, useEffect, useState } from 'react';
import { createWorker, OEM, PSM, type Worker as Reader } from 'tesseract.js';
import { READER_CORES, READER_FOLDER, type ReaderCore, readerFiles } from '#contract/reader.ts';
import { CODENAMES } from '#contract/storageKeys.ts';
import { areTooFew, cellKey, CELLS, type CardWord, type Words } from '#domain/table/board.ts';
import type { GameEvent, Used } from '#domain/table/game.ts';
import type { CardLine } from '#domain/table/reading/cardLines.ts';
import { chooseWord, type Reading } from '#domain/table/reading/chooseWord.ts';
import { lookForLines } from '#src/table/looking/look.ts';

/** A WebAssembly module with one SIMD instruction: a browser that does not support it reports the module as invalid. */
const SIMD_PROBE = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]);

/** The build of the reader that this browser can run. */
function readerCore(): ReaderCore {
  return WebAssembly.validate(SIMD_PROBE) ? 'simd' : 'plain';
}

/** Whether the reader is stored on this device, so that nothing has to be downloaded. */
async function isReaderStored(core: ReaderCore): Promise<boolean> {
  const cache = await openCache();
  if (!cache) return false;
  const stored = await Promise.all(readerFiles(core).map(({ path }) => cache.match(path)));
  return stored.every((response) => response !== undefined);
}

/** Browsers have no such storage for a page over http; the reader is then downloaded each evening. */
async function openCache(): Promise<Cache | undefined> {
  return 'caches' in globalThis ? caches.open(CODENAMES.reader).catch(() => undefined) : undefined;
}

/** Downloads the missing files. The share, from 0 to 1, grows with the received bytes. */
async function downloadReader(core: ReaderCore, onShare: (share: number) => void): Promise<void> {
  const cache = await openCache();
  const files = readerFiles(core);
  await evictOthers(cache, new Set(files.map(({ path }) => path)));
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  let come = 0;
  for (const { path, bytes } of files) {
    const before = come;
    if (!(await cache?.match(path))) {
      await fetchFile(path, cache, (received) => onShare(Math.min(1, (before + received) / total)));
    }
    come += bytes;
    onShare(come / total);
  }
}

async function evictOthers(cache: Cache | undefined, wanted: ReadonlySet<string>): Promise<void> {
  for (const request of (await cache?.keys()) ?? []) {
    if (!wanted.has(new URL(request.url).pathname)) await cache?.delete(request);
  }
}

async function fetchFile(path: string, cache: Cache | undefined, onBytes: (received: number) => void): Promise<void> {
  const response = await fetch(path);
  if (!response.ok || !response.body) throw new Error(`${path} could not be fetched (${response.status})`);
  const { headers } = response;
  const reader = response.body.getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let received = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    received += part.value.length;
    onBytes(received);
  }
  const kept = new Headers(headers);
  // The bytes are stored after decoding.
  kept.delete('Content-Encoding');
  kept.delete('Content-Length');
  // A device without space reads all the same, and downloads the file again next time.
  await cache?.put(path, new Response(new Blob(parts), { headers: kept })).catch(() => undefined);
}

export type ReadingState =
  | { phase: 'idle' }
  /** So few words were read that the grid may be off. */
  | { phase: 'few' }
  | { phase: 'loading' | 'reading'; percent: number }
  | { phase: 'failed'; problem: string };

const NOT_LOADED = 'The reader could not be loaded. It needs a connection the first time.';
const NOT_READ = 'The words could not be read on this device.';

export interface WordReader {
  state: ReadingState;
  /** Whether a press downloads nothing; unknown at first. */
  isStored: boolean | undefined;
  read: () => void;
}

/** Reads the words of the game's photo: loads the reader first, if it is not on the device. */
export function useWordReader(game: Used, dispatch: Dispatch<GameEvent>): WordReader {
  const [state, setState] = useState<ReadingState>({ phase: 'idle' });
  const [isStored, setIsStored] = useState<boolean>();
  const isIdle = state.phase === 'idle' || state.phase === 'few';
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
      setState({ phase: areTooFew(words, game.grid) ? 'few' : 'idle' });
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
