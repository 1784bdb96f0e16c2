import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { OLDEST_BROWSERS } from '#scripts/build/oldestBrowsers.ts';
import { precompress } from '#scripts/build/precompress.ts';

/** Builds minimalPage/ as the app is built, for the same browsers and with the same compression; its folder. */
export async function buildMinimalPage(): Promise<string> {
  const outDir = mkdtempSync(join(tmpdir(), 'circuit-tree-minimal-'));
  await build({
    configFile: false,
    mode: 'production',
    logLevel: 'warn',
    root: fileURLToPath(new URL('minimalPage', import.meta.url)),
    plugins: [react(), precompress()],
    build: { outDir, emptyOutDir: true, target: OLDEST_BROWSERS },
  });
  return outDir;
}
