/**
 * The reader of words: files of other projects, which the build copies and the server sends as they are. A new version
 * has a new address.
 */
export const READER_ROOT = '/reader/';
export const READER_FOLDER = `${READER_ROOT}7.0.0-eng1`;

interface ReaderFile {
  path: string;
  bytes: number;
}

/** The worker that reads, and the language it reads. */
const EVERYWHERE: readonly ReaderFile[] = [
  { path: `${READER_FOLDER}/worker.min.js`, bytes: 111_307 },
  { path: `${READER_FOLDER}/eng.traineddata.gz`, bytes: 2_952_873 },
];

/** The reader's programs, by the instructions that a browser's processor supports. */
export const READER_CORES = {
  simd: [
    { path: `${READER_FOLDER}/tesseract-core-simd-lstm.js`, bytes: 89_271 },
    { path: `${READER_FOLDER}/tesseract-core-simd-lstm.wasm`, bytes: 2_857_601 },
  ],
  plain: [
    { path: `${READER_FOLDER}/tesseract-core-lstm.js`, bytes: 89_261 },
    { path: `${READER_FOLDER}/tesseract-core-lstm.wasm`, bytes: 2_855_361 },
  ],
} as const satisfies Record<string, readonly ReaderFile[]>;

export type ReaderCore = keyof typeof READER_CORES;

/** All files that one phone needs. */
export function readerFiles(core: ReaderCore): readonly ReaderFile[] {
  return [...EVERYWHERE, ...READER_CORES[core]];
}

/** Shown before they are downloaded. */
export const READER_MEGABYTES = 6;
