import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A small stand-in for the built app: these tests look at how it is served, not at what it is. */
export function distFolder(files: Record<string, string | Buffer> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'circuit-tree-dist-'));
  const page = '<!doctype html><title>Circuit Tree</title><div id="root"></div>';
  const all = { 'index.html': page, 'frame.html': page, ...files };
  for (const [path, content] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}
