import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { isShellPage, shellPages } from '#contract/areas.ts';
import { shellFiles, type BuildManifest } from '#scripts/build/shellFiles.ts';

// The files that the built worker really stores at its installation.

const DIST = fileURLToPath(new URL('../../dist', import.meta.url));
const worker = readFileSync(join(DIST, 'sw.js'), 'utf8');
const graph: BuildManifest = JSON.parse(readFileSync(join(DIST, '.vite/manifest.json'), 'utf8'));
const urls = [...worker.matchAll(/"url":"([^"]+)"/g)].map((match) => match[1] ?? '');
const contents = urls.map((url) => readFileSync(join(DIST, isShellPage(url) ? 'index.html' : url)));

/** Words that only screens of administration and of the test page show. */
const FOREIGN_WORDS = ['+ Add Album', 'Node Health', 'Connect to Docker', 'Welcome, ', '↑ Go Up a Level', 'Save'];

describe('the precache', () => {
  it('is small: at most 45 files and 250 kB as they travel', () => {
    const compressedBytes = contents.reduce((sum, bytes) => sum + brotliCompressSync(bytes).length, 0);
    console.log(`precache: ${urls.length} files, ${(compressedBytes / 1024).toFixed(1)} kB compressed`);
    expect(urls.length).toBeGreaterThan(10);
    expect(urls.length).toBeLessThanOrEqual(45);
    expect(compressedBytes).toBeLessThanOrEqual(250 * 1024);
  });

  it('holds every file that the offline screens can come to need', () => {
    // The first frame's own styles stand in the page.
    const files = [...shellFiles(graph)].filter((file) => existsSync(join(DIST, file)));
    expect(files.length).toBeGreaterThan(10);
    for (const file of files) expect(urls).toContain(`/${file}`);
    for (const url of [...shellPages(), '/logo.svg']) expect(urls).toContain(url);
  });

  it('holds no module and no style of administration or of the test page', () => {
    const shell = shellFiles(graph);
    // All pages of the administration are in one file, whose frame is in another.
    const foreign = Object.entries(graph).filter(
      ([key, chunk]) => chunk.name === 'admin' || /^src\/routes\/(?:admin|test)\//.test(key),
    );
    expect(foreign.map(([, chunk]) => chunk.name)).toContain('admin');
    const files = foreign.flatMap(([, chunk]) => [chunk.file].concat(chunk.css ?? []));
    expect(files.some((file) => file.endsWith('.css'))).toBe(true);
    for (const file of files) {
      expect([...shell]).not.toContain(file);
      expect(urls).not.toContain(`/${file}`);
    }
    const text = contents.map((bytes) => bytes.toString()).join('\n');
    for (const words of FOREIGN_WORDS.map((word) => `\`${word}\``)) expect(text).not.toContain(words);
  });
});
