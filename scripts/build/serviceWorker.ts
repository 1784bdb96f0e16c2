import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { VitePWA } from 'vite-plugin-pwa';
import { noteBundled } from './licences.ts';
import { OLDEST_BROWSERS } from './oldestBrowsers.ts';
import { shellPages } from '#contract/areas.ts';
import { shellFiles, type BuildManifest } from './shellFiles.ts';

const OUT_DIR = 'dist';
const WORKER_FILE = 'sw.js';

/** The files of public/ that the first screens show. */
const PUBLIC_SHELL_FILES = ['logo.svg', 'icons/kiosk.svg', 'icons/codenames.svg'];

/** The file of a worker, which Vite's manifest does not list: it reads the photos of a game, also without a network. */
const LOOK_WORKER = /^assets\/lookWorker-[\w-]+\.js$/;

interface PrecacheEntry {
  url: string;
  revision: string | null;
  size: number;
}

/** The URLs at which the server serves a file: for index.html the routes of the app instead of the name of the file. */
function urlsOf(file: string): string[] {
  return file === 'index.html' ? shellPages() : [`/${file}`];
}

/**
 * Reduces the list of files to precache to those of the shell, which the app needs to start offline. The names of
 * chunks do not tell which these are, so Vite's manifest is read.
 */
function onlyTheShell(entries: PrecacheEntry[]) {
  const graph: BuildManifest = JSON.parse(readFileSync(join(OUT_DIR, '.vite/manifest.json'), 'utf8'));
  const wanted = new Set([...shellFiles(graph), ...PUBLIC_SHELL_FILES, 'index.html']);
  const manifest = entries
    .filter(({ url }) => wanted.has(url) || LOOK_WORKER.test(url))
    .flatMap(({ url, revision, size }) => urlsOf(url).map((served) => ({ url: served, revision, size })));
  return { manifest, warnings: [] };
}

/** Set by `npm run coverage`, which measures how much of the worker's code runs in a browser. */
const COUNTED = process.env.WORKER_COVERAGE !== undefined;

/**
 * Only for coverage: code that is not minified, with a source map. `hidden` leaves out the comment by which workbox
 * would find the map, since workbox would write the map anew with the sources in the wrong order. The map stays
 * correct, because the list that workbox inserts takes a single line.
 */
const READABLE = COUNTED ? { minify: false, sourcemap: 'hidden' as const } : {};

/**
 * Code at the beginning of the worker that waits until V8's counting has begun: V8 counts branches only in functions
 * that are compiled after that.
 */
const PAUSE = 'for (const until = Date.now() + 400; Date.now() < until; );';

/** Builds sw/index.ts into dist/sw.js and inserts the list of files to precache. */
export function serviceWorker() {
  return VitePWA({
    strategies: 'injectManifest',
    srcDir: 'sw',
    filename: 'index.ts',
    injectRegister: false,
    manifest: false,
    injectManifest: {
      ...READABLE,
      buildPlugins: { vite: [noteBundled()] },
      swDest: join(OUT_DIR, WORKER_FILE),
      rollupFormat: 'iife',
      target: OLDEST_BROWSERS,
      globPatterns: ['index.html', 'logo.svg', 'icons/*.svg', 'assets/**/*'],
      globIgnores: ['**/*.br', '**/*.gz'],
      manifestTransforms: [onlyTheShell],
    },
    integration: {
      // By default the plugin would name the built worker index.js, after its source.
      configureCustomSWViteBuild(options) {
        const output = { entryFileNames: WORKER_FILE, banner: COUNTED ? PAUSE : '' };
        options.build = { ...options.build, rollupOptions: { ...options.build?.rollupOptions, output } };
      },
    },
  });
}
