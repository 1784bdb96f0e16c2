import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isShellPage } from '#contract/areas.ts';
import type { BuildManifest, BuiltChunk } from '#scripts/build/shellFiles.ts';

const DIST = fileURLToPath(new URL('../../../dist', import.meta.url));
const TEXT = /\.(?:js|css|html)$/;

/** A file among those that a worker stores, with the address it is stored at. */
const STORED_FILE = /"revision":"\w+","url":"([^"]+)"/g;

/**
 * Another build of the app, made in milliseconds: the real one with every hashed name changed, as an edit would have,
 * so that none of the names of one build exist in another. `firstLine` spoils one of its files, named by its source
 * or as in scripts/build/chunks.ts.
 */
export function buildVariant(label: string, firstLine?: { of: string; says: string }): string {
  const target = mkdtempSync(join(tmpdir(), `circuit-tree-build-${label}-`));
  const files = readdirSync(DIST, { recursive: true, encoding: 'utf8' }).filter((file) => /\.\w+$/.test(file));
  const hashed = files.filter((file) => file.startsWith('assets/') && !/\.(?:br|gz)$/.test(file));
  const renamed = new Map(hashed.map((file) => [file.slice(7), file.slice(7).replace(/(\.\w+)$/, `${label}$1`)]));
  const rename = (text: string) =>
    [...renamed].reduce((result, [before, after]) => result.replaceAll(before, after), text);

  const write = (file: string, content: string | Buffer) => {
    const path = join(target, rename(file));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  };
  const html = rename(readFileSync(join(DIST, 'index.html'), 'utf8'));
  const manifest: BuildManifest = JSON.parse(readFileSync(join(DIST, '.vite/manifest.json'), 'utf8'));
  const isSpoiled = ([source, { name }]: [string, BuiltChunk]) => [source, name].includes(firstLine?.of);
  const spoiled = firstLine && Object.entries(manifest).find(isSpoiled)?.[1].file;
  if (firstLine && !spoiled) throw new Error(`${firstLine.of} is no file of this build`);
  const revision = createHash('md5').update(html).digest('hex');
  for (const file of files.filter((name) => !/\.(?:br|gz)$/.test(name) && !name.startsWith('.vite'))) {
    const bytes = readFileSync(join(DIST, file));
    if (!TEXT.test(file)) write(file, bytes);
    else if (file === 'sw.js') {
      const list = rename(bytes.toString()).replace(STORED_FILE, (entry, url: string) =>
        isShellPage(url) ? `"revision":"${revision}","url":"${url}"` : entry,
      );
      write(file, list);
    } else {
      const start = file === spoiled ? `${firstLine?.says}\n` : '';
      write(file, start + rename(bytes.toString()));
    }
  }
  return target;
}
