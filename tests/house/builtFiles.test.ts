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

test('nothing of TypeBox or of the schemas is in a script that a browser loads', () => {
  const modules = new URL('../../node_modules/typebox/build/type/types/', import.meta.url);
  const marks = ['~kind', 'additionalProperties'];
  // The marks are found where they should be.
  expect(readFileSync(new URL('object.mjs', modules), 'utf8')).toContain('~kind');
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((file) => /\.(?:js|html)$/.test(file));
  expect(files.length).toBeGreaterThan(10);
  const marked = files.filter((file) => {
    const text = readFileSync(new URL(file, dist), 'utf8');
    return marks.some((mark) => text.includes(mark));
  });
  expect(marked).toEqual([]);
});
