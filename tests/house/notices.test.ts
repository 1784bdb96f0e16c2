import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

// The files for browsers hold code of others, whose licences require that their text comes along.

const dist = new URL('../../dist/', import.meta.url);
const notices = () => readFileSync(new URL('licences.txt', dist), 'utf8');

/** The text below a package's title. */
function noticeOf(name: string): string {
  const [, rest = ''] = notices().split(
    new RegExp(`^${name} \\d+\\.\\d+\\.\\d+\\S* \\((?:MIT|Apache-2\\.0|ISC)\\)\\n-+\\n`, 'm'),
  );
  return rest.split(/^-{70,}$/m)[0] ?? '';
}

test.each([
  ['react', /Copyright \(c\) Meta Platforms, Inc\./],
  ['react-dom', /Copyright \(c\) Meta Platforms, Inc\./],
  ['scheduler', /Copyright \(c\) Meta Platforms, Inc\./],
  ['@tanstack/react-router', /Copyright \(c\) \S+ Tanner Linsley/],
  ['socket.io-client', /Copyright \(c\) .*Guillermo Rauch/],
  ['workbox-precaching', /Copyright \d+ Google/],
  ['idb-keyval', /Copyright \d+, Jake Archibald/],
  ['tesseract.js', /Apache License/],
  ['tesseract.js-core', /Apache License/],
  ['ky', /Copyright \(c\) Sindre Sorhus/],
])('the notices name %s with its copyright and its licence', (name, copyright) => {
  expect(noticeOf(name)).toMatch(copyright);
  expect(noticeOf(name).length).toBeGreaterThan(500);
});

const licence = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../node_modules/${name}/package.json`, import.meta.url), 'utf8')).license;

test('the readme names the licence of each part of the reader of words', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  expect(readme).toContain('tesseract.js and tesseract.js-core, Apache-2.0; its English data, MIT.');
  expect(['tesseract.js', 'tesseract.js-core', '@tesseract.js-data/eng'].map(licence)).toEqual([
    'Apache-2.0',
    'Apache-2.0',
    'MIT',
  ]);
});

test('they name each package once, and none that only tests or the server use', () => {
  const names = [...notices().matchAll(/^(\S+) \d+\.\d+\.\d+\S* \(/gm)].map(([, name]) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const name of ['fastify', 'sharp', 'vitest', 'typescript']) expect(names).not.toContain(name);
});

test('a package without a file for its licence is named with its author all the same', () => {
  const texts = notices().match(/^.*comes without the text\.$/gm) ?? [];
  expect(texts.some((text) => text.startsWith('Copyright (c) Kazuhiko Arase. '))).toBe(true);
  // The other one is the reader's data for English.
  expect(texts).toHaveLength(2);
});

test('no tablet stores them: neither the worker’s list nor a kiosk’s page names them', () => {
  const scripts = readdirSync(new URL('assets/', dist)).filter((file) => file.endsWith('.js'));
  const naming = ['sw.js', 'index.html', ...scripts.map((file) => `assets/${file}`)].filter((file) =>
    readFileSync(new URL(file, dist), 'utf8').includes('licences.txt'),
  );
  expect(naming.length).toBe(1);
  expect(naming[0]).toMatch(/^assets\//);
});
