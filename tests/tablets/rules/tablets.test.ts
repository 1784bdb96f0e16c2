import { describe, expect, test } from 'vitest';
import type { Album } from '#contract/photos/schemas.ts';
import type { Rule } from '#contract/programme/schemas.ts';
import { EVENT_COMMENT_MS } from '#contract/tablets/kioskEvents.ts';
import { changedAlbums, albumsDelayMs, LEAST_BETWEEN_MS, LONGEST_SPREAD_MS } from '#domain/tablets/albumEvents.ts';
import { beginningAt, beginningOf, needsAlbums } from '#domain/tablets/beginning.ts';
import { addressToBeginAt, addressToReturnTo, beginningAddress } from '#domain/tablets/beginningAddress.ts';
import { isLocale } from '#domain/tablets/languages/isLocale.ts';
import { kioskEventFrom, FIRST_WORD_WITHIN_MS, reconnectDelayMs, SILENT_AFTER_MS } from '#domain/tablets/kioskEvent.ts';
import { TEXTS as GERMAN } from '#domain/tablets/languages/de.ts';
import { TEXTS as SPANISH } from '#domain/tablets/languages/es.ts';
import { TEXTS as FRENCH } from '#domain/tablets/languages/fr.ts';
import { isPairingCode, spacedCode, typedCode, pairingStep } from '#domain/tablets/pairingCode.ts';
import { momentOf } from '#domain/programme/programme.ts';
import { nextReportMs } from '#domain/tablets/reportTiming.ts';

describe('albumChanges', () => {
  const before = new Map([
    ['summer', '3 photos'],
    ['winter', '5 photos'],
  ]);

  test.each<[string, [string, string][], string[]]>([
    ['nothing', [...before], []],
    ['a photo that was added', [['summer', '4 photos'], ...[...before].slice(1)], ['summer']],
    ['a new album', [...before, ['lake', 'empty']], ['lake']],
    ['an album that is gone', [['winter', '5 photos']], ['summer']],
    ['everything', [], ['summer', 'winter']],
  ])('%s', (_what, after, changed) => {
    expect(changedAlbums(before, new Map(after))).toEqual(changed);
  });
});

describe('beginning', () => {
  const below: Album = { id: '2', name: 'Day', slug: 'day', parentSlug: 'trip', childAlbums: [] };
  const albums: Album[] = [{ id: '1', name: 'Trip', slug: 'trip', childAlbums: [below] }];

  const other: Album = { id: '3', name: 'Zoo', slug: 'zoo', childAlbums: [] };
  const all = [...albums, other];

  test.each([
    ['home', undefined, ''],
    ['home', ['1'], ''],
    ['clock', undefined, '/circuit-tree/clock'],
    ['slideshow', ['1'], '/circuit-tree/photos/trip?slideshow=true'],
    ['slideshow', ['2'], '/circuit-tree/photos/day?slideshow=true'],
    ['slideshow', ['2', '1'], '/circuit-tree/photos/trip?slideshow=true'],
    ['slideshow', ['3', '1'], '/circuit-tree/photos?slideshow=true&albums=1,3'],
    ['slideshow', ['3', 'gone'], '/circuit-tree/photos/zoo?slideshow=true'],
    ['slideshow', ['gone'], '/circuit-tree/photos?slideshow=true'],
    ['slideshow', undefined, '/circuit-tree/photos?slideshow=true'],
  ] as const)('the page of %s with albums %j is "%s"', (shows, albumIds, path) => {
    expect(beginningOf({ shows, albumIds }, all)).toBe(path);
  });

  test.each([
    ['home', undefined, false],
    ['home', ['1'], false],
    ['clock', ['1'], false],
    ['slideshow', undefined, false],
    ['slideshow', ['1'], true],
  ] as const)('%s with albums %j needs the list of albums: %s', (shows, albumIds, needed) => {
    expect(needsAlbums({ shows, albumIds })).toBe(needed);
  });

  test.each(['home', 'clock'] as const)('is %s where a rule says so', (shows) => {
    const settings = { startsWith: 'slideshow', startsWithAlbumId: null, programme: [{ shows }], place: null } as const;
    const moment = momentOf(new Date(2026, 2, 5, 12));
    expect(beginningAt({ ...settings, programme: [...settings.programme] }, moment)).toEqual({ shows });
    expect(beginningAt({ ...settings, programme: [] }, moment)).toEqual({ shows: 'slideshow' });
  });

  test('is that of the rule for the wall, under a dark one too; without one what the tablet begins with', () => {
    const programme: Rule[] = [
      { shows: 'black', from: '22:00', to: '07:00' },
      { shows: 'slideshow', from: '18:00', to: '23:00', albumIds: ['3'] },
    ];
    const settings = { startsWith: 'slideshow', startsWithAlbumId: '1', programme, place: null } as const;
    const at = (hours: number) => beginningAt(settings, momentOf(new Date(2026, 2, 5, hours)));
    const begins = { shows: 'slideshow', albumIds: ['1'] };
    expect([12, 18, 22, 23].map(at)).toEqual([
      begins,
      { shows: 'slideshow', albumIds: ['3'] },
      { shows: 'slideshow', albumIds: ['3'] },
      begins,
    ]);
  });
});

describe('beginningAddress', () => {
  test.each([
    ['/circuit-tree/clock', '/circuit-tree', '?apiKey=a%2Fb+c', '/circuit-tree/clock?apiKey=a%2Fb+c'],
    ['/circuit-tree/clock', '/circuit-tree/', '?launch=home-screen', '/circuit-tree/clock?launch=home-screen'],
    [
      '/circuit-tree/photos?slideshow=true',
      '/circuit-tree',
      '?apiKey=1?2',
      '/circuit-tree/photos?slideshow=true&apiKey=1?2',
    ],
    ['', '/circuit-tree', '?apiKey=1', undefined],
    ['/circuit-tree/clock', '/circuit-tree/photos', '?apiKey=1', undefined],
  ])('with "%s", %s%s becomes %s', (...row) => {
    const [beginsAt, pathname = '', search = '', address] = row;
    expect(beginningAddress(beginsAt ?? '', { pathname, search })).toBe(address);
  });
});

describe('addressToBeginAt', () => {
  const SLIDES = '/circuit-tree/photos/zoo?slideshow=true';

  test.each([
    ['/circuit-tree/clock', '/circuit-tree/photos', '?apiKey=a%2Fb+c', '/circuit-tree/clock?apiKey=a%2Fb+c'],
    ['/circuit-tree/clock', '/circuit-tree/photos', '?slideshow=true', '/circuit-tree/clock'],
    ['/circuit-tree/clock', '/circuit-tree/clock/', '?apiKey=1', undefined],
    ['', '/circuit-tree/photos', '?slideshow=true&apiKey=1', '/circuit-tree?apiKey=1'],
    ['', '/circuit-tree/', '?apiKey=1', undefined],
    [SLIDES, '/circuit-tree/photos/zoo', '?apiKey=1', `${SLIDES}&apiKey=1`],
    [SLIDES, '/circuit-tree/photos/zoo', '?slideshow=true&apiKey=1', undefined],
  ])('with "%s", %s%s becomes %s', (...row) => {
    const [beginsAt = '', pathname = '', search = '', address] = row;
    expect(addressToBeginAt(beginsAt, { pathname, search })).toBe(address);
  });
});

describe('addressToReturnTo', () => {
  test.each([
    ['/circuit-tree/clock', '/circuit-tree/photos', '?apiKey=1', '/circuit-tree/clock?apiKey=1'],
    ['/circuit-tree/clock', '/circuit-tree/clock', '?apiKey=1', undefined],
    ['/circuit-tree/clock', '/circuit-tree/photos/zoo', '?slideshow=true&apiKey=1', undefined],
    ['', '/circuit-tree/photos', '?apiKey=1', undefined],
  ])('with "%s", %s%s becomes %s', (...row) => {
    const [beginsAt = '', pathname = '', search = '', address] = row;
    expect(addressToReturnTo(beginsAt, { pathname, search })).toBe(address);
  });
});

describe('events of albums', () => {
  const never = Number.POSITIVE_INFINITY;

  test('a tablet alone is told at once', () => {
    expect(albumsDelayMs({ listening: 1, random: 1, sinceLastMs: never })).toBeLessThan(10);
  });

  test('a thousand are spread over two seconds, and more are not spread over more', () => {
    for (const listening of [1_000, 50_000]) {
      expect(albumsDelayMs({ listening, random: 0, sinceLastMs: never })).toBe(0);
      expect(albumsDelayMs({ listening, random: 0.5, sinceLastMs: never })).toBe(LONGEST_SPREAD_MS / 2);
      expect(albumsDelayMs({ listening, random: 1, sinceLastMs: never })).toBe(LONGEST_SPREAD_MS);
    }
  });

  test('a tablet that was told a moment ago is told again a while later', () => {
    expect(albumsDelayMs({ listening: 1, random: 0, sinceLastMs: 0 })).toBe(LEAST_BETWEEN_MS);
    expect(albumsDelayMs({ listening: 1, random: 0, sinceLastMs: 500 })).toBe(LEAST_BETWEEN_MS - 500);
    expect(albumsDelayMs({ listening: 1, random: 0, sinceLastMs: LEAST_BETWEEN_MS })).toBe(0);
  });
});

describe('isLocale', () => {
  test.each(['en', 'de', 'fr-CA', 'zh-Hant-TW', 'ES'])('%s is a language', (text) => {
    expect(isLocale(text)).toBe(true);
  });

  test.each(['', 'x', 'no language', 'de_DE', 'xx'])('%j is none', (text) => {
    expect(isLocale(text)).toBe(false);
  });
});

describe('kioskEvent', () => {
  test.each(['alive', 'settings', 'revoked', 'albums'] as const)('%s is known by its name', (name) => {
    expect(kioskEventFrom(name, '')).toEqual({ event: name });
  });

  test.each([
    { command: 'identify' },
    { command: 'pause' },
    { command: 'show', albumId: 'a1' },
    { command: 'show', albumId: 'a1', filename: 'b.jpg' },
    { command: 'message', text: 'Dinner' },
    { command: 'awake', on: true },
    { command: 'awake', on: false },
  ] as const)('the command %j', (command) => {
    expect(kioskEventFrom('command', JSON.stringify(command))).toEqual({ event: 'command', command });
  });

  test('a file that is no name is left out of what to show', () => {
    const command = { command: 'show', albumId: 'a1' };
    expect(kioskEventFrom('command', JSON.stringify({ ...command, filename: 7 }))).toEqual({
      event: 'command',
      command,
    });
  });

  test.each([
    '',
    'no json',
    'null',
    '[]',
    '{"command":"explode"}',
    '{"command":"show"}',
    '{"command":"message","text":7}',
    '{"command":"awake","on":"ON"}',
  ])('a command of a later version, %j, is passed over', (data) => {
    expect(kioskEventFrom('command', data)).toBeUndefined();
  });
});

describe('languages', () => {
  test('every language has the same texts', () => {
    const names = Object.keys(GERMAN).sort();
    expect(names).toContain('Clock');
    expect(Object.keys(FRENCH).sort()).toEqual(names);
    expect(Object.keys(SPANISH).sort()).toEqual(names);
  });

  test.each([
    ['German', GERMAN],
    ['French', FRENCH],
    ['Spanish', SPANISH],
  ])('%s says something for every text, and keeps its sign', (_name, texts) => {
    for (const [english, text] of Object.entries(texts)) {
      expect(text.trim(), english).not.toBe('');
      expect(text.split('#').length, `what is put into ${english}`).toBe(english.split('#').length);
      for (const sign of ['< ', '✕ ', '✓ ']) expect(text.startsWith(sign), english).toBe(english.startsWith(sign));
    }
  });
});

describe('listening', () => {
  test('a server that was started anew is not asked by all tablets in the same second', () => {
    expect(reconnectDelayMs(1, 0)).toBe(1_000);
    expect(reconnectDelayMs(1, 1)).toBe(4_000);
  });

  test('the longer it fails the later it is tried again, up to five minutes', () => {
    expect(reconnectDelayMs(3, 1)).toBe(16_000);
    expect(reconnectDelayMs(100, 1)).toBe(300_000);
    expect(reconnectDelayMs(100, 0)).toBe(75_000);
  });

  test('one word of the server may be lost, two may not', () => {
    expect(SILENT_AFTER_MS).toBeGreaterThan(2 * EVENT_COMMENT_MS);
    expect(SILENT_AFTER_MS).toBeLessThan(3 * EVENT_COMMENT_MS);
    expect(FIRST_WORD_WITHIN_MS).toBeLessThan(EVENT_COMMENT_MS);
  });
});

describe('pairingCode', () => {
  test.each(['ABCDEF', 'abcdef', ' abc def ', 'AbC-dEf', 'a b\tc d e f'])('%j means ABCDEF', (typed) => {
    expect(typedCode(typed)).toBe('ABCDEF');
  });

  test.each(['ABCDEF', 'ZZZZZZ'])('%s may be on a screen', (code) => {
    expect(isPairingCode(code)).toBe(true);
  });

  test.each(['', 'ABCDE', 'ABCDEFG', 'ABCDE1', 'ABCDEI', 'ABCDEO', 'abcdef', 'ABCDÉF'])(
    '%j is on no screen',
    (code) => {
      expect(isPairingCode(code)).toBe(false);
    },
  );

  test('letters are shown in two groups', () => {
    expect(spacedCode('ABCDEF')).toBe('ABC DEF');
  });
});

describe('pairingStep', () => {
  test('a screen asks again until somebody has typed its letters, and then takes the key', () => {
    expect(pairingStep({ state: 'waiting' })).toEqual({ kind: 'ask-again' });
    const paired = { state: 'paired', key: '1e5' };
    // A server from before the devices' secrets tells none.
    expect(pairingStep(paired)).toEqual({ kind: 'take', key: '1e5' });
  });

  test.each([{ state: 'paired' }, { state: 'paired', key: '' }, { state: 'paired', key: 7 }])(
    'a key that is missing in %j is lost: new letters are needed',
    (response) => {
      expect(pairingStep(response)).toEqual({ kind: 'new-letters', isKeyLost: true });
    },
  );

  test.each([undefined, null, 'waiting', [], {}, { state: 'open' }, { key: 'k' }])(
    '%j is no word of the server',
    (other) => {
      expect(pairingStep(other)).toBeUndefined();
    },
  );
});

describe('reportTiming', () => {
  test.each([
    { what: 'the first', sinceLastMs: Number.POSITIVE_INFINITY, isChanged: true, delayMs: 0 },
    { what: 'a change long after the last', sinceLastMs: 30_000, isChanged: true, delayMs: 0 },
    { what: 'a change just after the last', sinceLastMs: 1_000, isChanged: true, delayMs: 4_000 },
    { what: 'no change', sinceLastMs: 0, isChanged: false, delayMs: 50_000 },
    { what: 'no change for a while', sinceLastMs: 49_000, isChanged: false, delayMs: 1_000 },
    { what: 'a timer that came late', sinceLastMs: 90_000, isChanged: false, delayMs: 0 },
  ])('$what', ({ sinceLastMs, isChanged, delayMs }) => {
    expect(nextReportMs({ sinceLastMs, isChanged })).toBe(delayMs);
  });
});
