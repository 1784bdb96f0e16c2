import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { VitePWA } from 'vite-plugin-pwa';
import { OLDEST_BROWSERS } from './oldestBrowsers.ts';
import { SHELL_PAGES } from '../../src/contract/pages.ts';
import { shellFiles, type BuildManifest } from './shellFiles.ts';

const OUT_DIR = 'dist';
const WORKER_FILE = 'sw.js';

/** The files of public/ that the first screens show. */
const PUBLIC_SHELL_FILES = ['logo.svg', 'icons/kiosk.svg', 'icons/codenames.svg'];

interface PrecacheEntry {
  url: string;
  revision: string | null;
  size: number;
}

/** The server gives the page at the routes of the app, not under its file name. */
function urlsOf(file: string): string[] {
  return file === 'index.html' ? Object.values(SHELL_PAGES) : [`/${file}`];
}

/** Route chunks have names that a glob cannot tell apart: the build's own graph says which belong to the shell. */
function onlyTheShell(entries: PrecacheEntry[]) {
  const graph: BuildManifest = JSON.parse(readFileSync(join(OUT_DIR, '.vite/manifest.json'), 'utf8'));
  const wanted = new Set([...shellFiles(graph), ...PUBLIC_SHELL_FILES, 'index.html']);
  const manifest = entries
    .filter(({ url }) => wanted.has(url))
    .flatMap(({ url, revision, size }) => urlsOf(url).map((served) => ({ url: served, revision, size })));
  return { manifest, warnings: [] };
}

/** By `npm run coverage`, which counts what a browser runs of the worker. */
const COUNTED = process.env.WORKER_COVERAGE !== undefined;

/**
 * The map is hidden from workbox, which would write it anew with the sources in the wrong order; the list that workbox
 * puts in takes a single line.
 */
const READABLE = COUNTED ? { minify: false, sourcemap: 'hidden' as const } : {};

/** Before the worker's own code is compiled: V8 counts branches only of what is compiled after the counting began. */
const PAUSE = 'for (const until = Date.now() + 400; Date.now() < until; );';

/** Builds sw/index.ts into dist/sw.js with the list of the shell's files. */
export function serviceWorker() {
  return VitePWA({
    strategies: 'injectManifest',
    srcDir: 'sw',
    filename: 'index.ts',
    injectRegister: false,
    manifest: false,
    injectManifest: {
      ...READABLE,
      swDest: join(OUT_DIR, WORKER_FILE),
      rollupFormat: 'iife',
      target: OLDEST_BROWSERS,
      globPatterns: ['index.html', 'logo.svg', 'icons/*.svg', 'assets/**/*'],
      globIgnores: ['**/*.br', '**/*.gz'],
      manifestTransforms: [onlyTheShell],
    },
    integration: {
      // The plugin would name the worker after its source, index.js.
      configureCustomSWViteBuild(options) {
        const output = { entryFileNames: WORKER_FILE, banner: COUNTED ? PAUSE : '' };
        options.build = { ...options.build, rollupOptions: { ...options.build?.rollupOptions, output } };
      },
    },
  });
}
