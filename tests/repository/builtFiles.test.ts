import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';

const dist = new URL('../../dist/', import.meta.url);
const NAMED = /["'`](?:\.\/|\/?assets\/)([\w.$-]+\.(?:css|js))["'`]/g;

// The entry's styles are put into the page and their file is dropped: nobody else may count on it.
test('every file that the build names is there', () => {
  const scripts = readdirSync(new URL('assets/', dist)).filter((file) => file.endsWith('.js'));
  const texts = ['index.html', ...scripts.map((file) => `assets/${file}`)].map((file) =>
    readFileSync(new URL(file, dist), 'utf8'),
  );
  const named = new Set(texts.flatMap((text) => [...text.matchAll(NAMED)].map(([, file = '']) => file)));
  expect(named.size).toBeGreaterThan(scripts.length / 2);
  expect([...named].filter((file) => !existsSync(new URL(`assets/${file}`, dist)))).toEqual([]);
});
