import { join } from 'node:path';
import { build, type Rolldown } from 'vite';
import type { Code } from '../world.ts';

const HERE = import.meta.dirname;

const ENTRIES = { worker: join(HERE, '../../../sw/index.ts'), page: join(HERE, 'page.ts') };

export async function buildCode(): Promise<Code> {
  const [worker, page] = await Promise.all([scriptOf('worker'), scriptOf('page')]);
  return { worker, page };
}

/** Builds one of the tablet's scripts, with everything it imports, as the body of a function. */
async function scriptOf(name: keyof typeof ENTRIES): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    root: join(HERE, '../../..'),
    define: { 'import.meta.env.DEV': 'false', 'process.env.NODE_ENV': '"production"' },
    resolve: { alias: { 'idb-keyval': join(HERE, 'keyval.ts') } },
    build: {
      write: false,
      minify: false,
      target: 'esnext',
      copyPublicDir: false,
      rollupOptions: { input: ENTRIES[name], output: { format: 'iife', name: 'run', codeSplitting: false } },
    },
  });
  const outputs: Rolldown.RolldownOutput[] = Array.isArray(built) ? built : 'output' in built ? [built] : [];
  const chunk = outputs.flatMap(({ output }) => output).find((one) => one.type === 'chunk');
  if (!chunk || chunk.type !== 'chunk') throw new Error(`No script was built of ${name}`);
  return chunk.code;
}
