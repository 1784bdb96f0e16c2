import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformAsync } from '@babel/core';
import presetEnv from '@babel/preset-env';
import { build, type Plugin } from 'vite';
import { noteBundled } from './licences.ts';

const SOURCES = join(import.meta.dirname, '../../src/oldTablets');
/** The page in dist; the server returns it at OLD_TABLET_PAGE only. */
const PAGE_FILE = 'frame.html';

/**
 * Assumptions for Babel, so that its code needs no helpers that ask for symbols and iterators: every list of these
 * scripts is an array.
 */
const ASSUMPTIONS = { iterableIsArray: true, setSpreadProperties: true, noDocumentAll: true };

/**
 * Brings a script down to ES5, which is the level of Safari 9 and Android 5. Vite's own compiler ends at ES2015. Only
 * syntax is translated: what these browsers lack in functions, src/oldTablets/polyfills.ts fills in.
 */
async function oldScript(code: string): Promise<string> {
  const result = await transformAsync(code, {
    configFile: false,
    babelrc: false,
    sourceType: 'script',
    comments: false,
    assumptions: ASSUMPTIONS,
    presets: [[presetEnv, { forceAllTransforms: true, modules: false }]],
  });
  if (typeof result?.code !== 'string') throw new Error('src/oldTablets was not translated');
  return result.code;
}

async function frameScript(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [noteBundled()],
    build: {
      write: false,
      target: 'es2022',
      minify: false,
      lib: { entry: join(SOURCES, 'main.ts'), formats: ['iife'], name: 'frame' },
      rolldownOptions: { treeshake: { moduleSideEffects: (id) => id.startsWith(SOURCES) } },
    },
  });
  const [output] = Array.isArray(result) ? result : [result];
  if (!output || !('output' in output)) throw new Error('src/oldTablets was not built');
  return oldScript(output.output[0].code);
}

/** Served as one file, in this order. */
const STYLES = ['frame.css', 'frameClock.css', 'frameNotice.css'];

function sourceOf(file: string): string {
  return readFileSync(join(SOURCES, file), 'utf8');
}

function hashed(name: string, content: string): string {
  const [base = '', extension = ''] = name.split('.');
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 8);
  return `assets/${base}-${hash}.${extension}`;
}

/** Builds the page for old tablets: frame.html, and its script and styles with their hashes in their names. */
export function oldTabletPage(): Plugin {
  return {
    name: 'circuit-tree:frame-page',
    apply: 'build',
    async generateBundle() {
      const files = { 'frame.js': await frameScript(), 'frame.css': STYLES.map(sourceOf).join('\n') };
      let html = sourceOf(PAGE_FILE);
      for (const [name, source] of Object.entries(files)) {
        const fileName = hashed(name, source);
        if (!html.includes(`"/${name}"`)) throw new Error(`${PAGE_FILE} does not name ${name}`);
        html = html.replace(`"/${name}"`, `"/${fileName}"`);
        this.emitFile({ type: 'asset', fileName, source });
      }
      this.emitFile({ type: 'asset', fileName: PAGE_FILE, source: html });
    },
  };
}
