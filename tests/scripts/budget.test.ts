import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { BuildManifest } from '../../scripts/build/shellFiles.ts';

// What the kiosk's home asks of a slow tablet before it stands, read off the build that `npm test` makes first.

/** Issue 3's budget; React, its DOM and the router alone weigh 95 kB of it. */
const BUDGET_BYTES = 110_000;
const OF_KIOSK_HOME = /^index\.html$|^src\/routes\/circuit-tree\/(route|index)\.tsx\?/;

const dist = new URL('../../dist/', import.meta.url);
const manifest: BuildManifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', dist), 'utf8'));

/** The entry and the home's route chunks, with everything that they import before they run. */
function initialScripts(): string[] {
  const seen = new Set<string>();
  const waiting = Object.keys(manifest).filter((name) => OF_KIOSK_HOME.test(name));
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (seen.has(name)) continue;
    seen.add(name);
    waiting.push(...(manifest[name]?.imports ?? []));
  }
  return [...seen].flatMap((name) => manifest[name]?.file ?? []);
}

const scripts = initialScripts().map((file) => {
  const code = readFileSync(fileURLToPath(new URL(file, dist)));
  return { file, text: code.toString('utf8'), bytes: gzipSync(code, { level: 9 }).byteLength };
});

test("the kiosk home's initial JavaScript keeps its budget", () => {
  const total = scripts.reduce((sum, { bytes }) => sum + bytes, 0);
  const list = scripts.map(({ file, bytes }) => `${bytes} ${file}`).join('\n');
  console.log(`kiosk home: ${(total / 1000).toFixed(1)} kB of JavaScript, gzip, in ${scripts.length} files`);
  expect(scripts.length).toBeGreaterThan(3);
  expect(total, list).toBeLessThanOrEqual(BUDGET_BYTES);
});

test.each([
  ['the socket client', /engine\.io|socket\.io|getBrightness/],
  ['the admin', /User Management|Photo Management|\+ Add Album|Welcome, /],
  ['the codenames board', /Take Photo/],
  ['the slideshow and the grid', /✕ Close|scrollMargin/],
])('%s is not in it', (_what, sign) => {
  expect(scripts.filter(({ text }) => sign.test(text)).map(({ file }) => file)).toEqual([]);
});

test('the first frame stands in the page itself, without a stylesheet to wait for', () => {
  const html = readFileSync(new URL('index.html', dist), 'utf8');
  expect(html).toContain('clock-face');
  expect(html).not.toMatch(/rel="stylesheet"/);
  expect(gzipSync(html).byteLength).toBeLessThanOrEqual(6_000);
});
