import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FORMER } from '#contract/formerStorage.ts';
import * as storageKeys from '#contract/storageKeys.ts';

const ROOT = join(import.meta.dirname, '../..');
/** The names of the app and, in a folder each, those of subjects. */
const LISTS = ['src/contract/formerStorage.ts', ...globSync('src/contract/**/storageKeys.ts', { cwd: ROOT })];

/** The calls by which a name gets onto a device, or is looked for there, up to and including the argument with it. */
const STORAGE_CALLS = [
  /\b(?:localStorage|sessionStorage)\s*\.\s*(?:getItem|setItem|removeItem)\(\s*([^,)]+)/g,
  /\bcaches\s*\.\s*(?:open|has|delete)\(\s*([^,)]+)/g,
  /\bcacheName:\s*([^,}]+)/g,
  /\bcreateStore\(\s*([^)]+)/g,
];
/** Imported under names that other things have as well: looked for in the files that import them only. */
const RECORD_CALLS = /(?<![.\w])(?:get|set|del|update)(?:<[^>(]*>)?\(\s*([^,)]+)/g;
const LITERAL = /['"`]/;

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name));
}

/** The arguments that are a literal, or a constant which this very file makes of one. */
function literalNames(source: string): string[] {
  const calls = source.includes("from 'idb-keyval'") ? [...STORAGE_CALLS, RECORD_CALLS] : STORAGE_CALLS;
  const names = calls.flatMap((call) => [...source.matchAll(call)].map((match) => match[1]?.trim() ?? ''));
  return names.filter((name) => {
    const words = name.match(/\b[A-Za-z_]\w*/g) ?? [];
    return LITERAL.test(name) || words.some((word) => new RegExp(`\\bconst ${word} = ['"\`]`).test(source));
  });
}

type NameLists = Record<string, Record<string, string>>;

async function namesIn(list: string): Promise<string[]> {
  const lists: NameLists = await import(join(ROOT, list));
  return Object.values(lists).flatMap((names) => Object.values(names));
}

test('every name on a device comes from the lists', () => {
  const found = ['src', 'sw']
    .flatMap(filesIn)
    .filter((file) => !LISTS.includes(file))
    .flatMap((file) => literalNames(readFileSync(file, 'utf8')).map((name) => `${file}: ${name}`));
  expect(found).toEqual([]);
});

test('no name stands in the lists twice, but for those of two different storages', async () => {
  const everyName = (await Promise.all(LISTS.map(namesIn))).flat();
  expect(everyName.length).toBe(new Set(everyName).size);
});

test('the names of the app are those that devices hold', () => {
  const names = Object.values({ ...storageKeys, FORMER }).flatMap((list) => Object.values<string>(list));
  expect(names.toSorted()).toEqual([
    '/.kiosk/',
    '/replaced',
    '/stored-as',
    ':answers',
    ':images:',
    'XSRF-TOKEN',
    'album-draft:',
    'albums-shown',
    'apple-nonce',
    'asked-for',
    'asleep',
    'board',
    'boot-failures',
    'boot-tried-afresh',
    'codenames',
    'codenames-game',
    'codenames-grid',
    'codenames-reader',
    'codenames-timer',
    'codenames-words',
    'device-secret',
    'drop:',
    'environment',
    'file:',
    'frame-key',
    'frame-photos',
    'grid',
    'home-screen-launch',
    'kept-precache',
    'kiosk:',
    'large-screen',
    'page:',
    'pairing-offer',
    'photo',
    'precache',
    'queue',
    'reloaded-for-build',
    'replaced-keys',
    'shell-health',
    'signed-in-at',
    'slideshow-position:',
    'tablet',
    'tablet-language',
    'tanstack_router_reload:',
    'uploads',
    'user',
    'wall-message',
  ]);
});

describe('the test finds', () => {
  test.each([
    ["localStorage.getItem('user')", "'user'"],
    ['sessionStorage.setItem(`draft:${id}`, text)', '`draft:${id}`'],
    ["const NAME = 'x';\nlocalStorage.removeItem(NAME)", 'NAME'],
    ["const NAME = 'x';\nlocalStorage.setItem(NAME + slug, '1')", 'NAME + slug'],
    ["await caches.open('environment')", "'environment'"],
    ["super({ cacheName: 'kiosk:images' })", "'kiosk:images'"],
    ["createStore('codenames', 'board')", "'codenames', 'board'"],
    ["import { get } from 'idb-keyval';\nawait get<Order>('albums-shown')", "'albums-shown'"],
  ])('%s', (source, name) => {
    expect(literalNames(source)).toEqual([name]);
  });

  test.each([
    'localStorage.getItem(LOCAL_STORAGE.user)',
    "const url = 'x';\nlocalStorage.setItem(LOCAL_STORAGE.user, url)",
    "params.get('slideshow')",
  ])('nothing wrong with %s', (source) => {
    expect(literalNames(source)).toEqual([]);
  });
});
