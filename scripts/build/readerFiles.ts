import { copyFileSync, mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Plugin } from 'vite';
import { READER_CORES, readerFiles, type ReaderCore } from '#contract/reader.ts';
import { noteCopied } from './licences.ts';

const NODE_MODULES = join(import.meta.dirname, '../../node_modules');

/** The packages that the files come from. */
const SOURCES: readonly { name: RegExp; folder: string }[] = [
  { name: /^worker\.min\.js$/, folder: 'tesseract.js/dist' },
  { name: /^tesseract-core/, folder: 'tesseract.js-core' },
  { name: /\.traineddata\.gz$/, folder: '@tesseract.js-data/eng/4.0.0_best_int' },
];

/** The packages whose code is in these files. */
const PACKAGES = [
  'tesseract.js',
  'tesseract.js-core',
  '@tesseract.js-data/eng',
  'bmp-js',
  'idb-keyval',
  'is-url',
  'regenerator-runtime',
  'wasm-feature-detect',
  'zlibjs',
];

/** Copies the reader of words into dist: the app loads it when somebody presses 'Read the words'. */
export function copyReader(): Plugin {
  let outDir = 'dist';
  return {
    name: 'circuit-tree:reader-files',
    apply: 'build',
    configResolved: (config) => {
      outDir = config.build.outDir;
    },
    closeBundle: {
      order: 'pre',
      sequential: true,
      handler: () => {
        const cores = Object.keys(READER_CORES).filter((name): name is ReaderCore => name in READER_CORES);
        for (const { path } of cores.flatMap(readerFiles)) copy(path, join(outDir, path));
        for (const name of PACKAGES) noteCopied(join(NODE_MODULES, name));
      },
    },
  };
}

function copy(path: string, to: string): void {
  const name = basename(path);
  const source = SOURCES.find((each) => each.name.test(name));
  if (!source) throw new Error(`No package is known for ${name}`);
  mkdirSync(join(to, '..'), { recursive: true });
  copyFileSync(join(NODE_MODULES, source.folder, name), to);
}
