import { readFileSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FOREIGN_CODE, scriptsOf } from '#support/kiosk/startScripts.ts';

// The cost of the kiosk's home for a slow tablet until it has started, from the build that `npm test` makes first.

/** React, its DOM and the router alone weigh 90 kB of it. */
const BUDGET_BYTES = 104_000;
/** The bytes that a server sends before it waits for the first acknowledgement. */
const FIRST_PACKETS_BYTES = 14_600;
const dist = new URL('../../dist/', import.meta.url);
const scripts = scriptsOf('kioskHome');

test("the kiosk home's initial JavaScript keeps its budget", () => {
  const total = scripts.reduce((sum, { gzipBytes }) => sum + gzipBytes, 0);
  const list = scripts.map(({ file, gzipBytes }) => `${gzipBytes} ${file}`).join('\n');
  console.log(`kiosk home: ${(total / 1000).toFixed(1)} kB of JavaScript, gzip, in one file`);
  expect(scripts).toHaveLength(1);
  expect(total, list).toBeLessThanOrEqual(BUDGET_BYTES);
});

test.each(Object.entries(FOREIGN_CODE))('%s is not in it', (_what, sign) => {
  expect(scripts.filter(({ text }) => sign.test(text)).map(({ file }) => file)).toEqual([]);
});

test('the first frame stands in the page itself, without a stylesheet to wait for', () => {
  const html = readFileSync(new URL('index.html', dist), 'utf8');
  expect(html).toContain('clock-face');
  expect(html).toContain('home-choice');
  // The page of visitors and admins on a slow network.
  expect(html).toContain('<div class="first-frame"><p>Loading...</p></div>');
  expect(html).not.toMatch(/rel="stylesheet"/);
  const bytes = statSync(new URL('index.html.gz', dist)).size;
  console.log(`index.html with the first frame: ${(bytes / 1000).toFixed(1)} kB, gzip`);
  // With room for the answer's headers, and for a little more to draw.
  expect(bytes).toBeLessThanOrEqual(FIRST_PACKETS_BYTES * 0.78);
});
