import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FORMER } from '#contract/formerStorage.ts';
import { DIARY } from '#contract/programme/programme.ts';
import { GUESTS } from '#contract/shares/shares.ts';
import * as storageKeys from '#contract/storageKeys.ts';

const LISTS = ['formerStorage', 'storageKeys', 'programme', 'shares'].map((name) => `src/contract/${name}.ts`);

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

const everyName = Object.values({ ...storageKeys, DIARY, FORMER, GUESTS }).flatMap((list) =>
  Object.values<string>(list),
);

test('every name on a device comes from the lists', () => {
  const found = ['src', 'sw']
    .flatMap(filesIn)
    .filter((file) => !LISTS.includes(file))
    .flatMap((file) => literalNames(readFileSync(file, 'utf8')).map((name) => `${file}: ${name}`));
  expect(found).toEqual([]);
});

test('no name stands in the list twice, but for those of two different storages', () => {
  expect(everyName.length).toBe(new Set(everyName).size);
});

test('the names are those that devices hold', () => {
  expect(everyName.toSorted()).toEqual([
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
    'diary',
    'diary-photos',
    'diary:',
    'drop:',
    'environment',
    'file:',
    'frame-key',
    'frame-photos',
    'grid',
    'guests-unsent:',
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
