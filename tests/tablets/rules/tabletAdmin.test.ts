import { describe, expect, it } from 'vitest';
import type { Album } from '#contract/photos/schemas.ts';
import type { Tablet, TabletReport } from '#contract/tablets/schemas.ts';
import { DEFAULT_TABLET_SETTINGS, TABLET_SETTINGS } from '#contract/tablets/tabletSettings.ts';
import { arrangedTablets } from '#domain/tablets/tabletState.ts';
import { durationText, offeredReturns, offeredSeconds, languagesWith } from '#domain/tablets/offeredChoices.ts';
import { loadTexts } from '#domain/tablets/languages/loadTexts.ts';
import { dayOf, endOfDay } from '#domain/clock/when.ts';
import { isOwnMachine } from '#domain/addresses/reachableOrigin.ts';
import { tabletDay, tabletShows } from '#domain/tablets/tabletFacts.ts';

describe('arrangedTablets', () => {
  const TABLETS: Pick<Tablet, 'name' | 'state'>[] = [
    { name: 'Attic', state: 'revoked' },
    { name: 'Tablet 10', state: 'active' },
    { name: 'Barn', state: 'revoked' },
    { name: 'tablet 9', state: 'waiting' },
    { name: 'Küche oben', state: 'active' },
  ];
  const names = (search: string) => arrangedTablets(TABLETS, search).map(({ name }) => name);

  it('come by name, numbers by their size, and those that are revoked last', () => {
    expect(names(' ')).toEqual(['Küche oben', 'tablet 9', 'Tablet 10', 'Attic', 'Barn']);
    expect(arrangedTablets(TABLETS.toReversed(), '')).toEqual(arrangedTablets(TABLETS, ''));
  });

  it('are found by all words of their name, whatever the accents and capitals', () => {
    expect(names(' oben  kuche ')).toEqual(['Küche oben']);
    expect(names('TABLET 1')).toEqual(['Tablet 10']);
    expect(names('garage')).toEqual([]);
  });
});

describe('durations', () => {
  it.each([
    [5, '5 seconds'],
    [60, '1 minute'],
    [90, '90 seconds'],
    [120, '2 minutes'],
    [125, '125 seconds'],
    [3_600, '1 hour'],
    [5_400, '90 minutes'],
    [86_400, '1 day'],
  ])('%d seconds are %s', (seconds, text) => expect(durationText(seconds)).toBe(text));

  it('the tablet’s own time is offered among the others, once', () => {
    expect(offeredSeconds(90)).toEqual(offeredSeconds(60));
    expect(offeredSeconds(7).slice(0, 3)).toEqual([5, 7, 10]);
  });

  it('after how long a tablet goes back may be never', () => {
    expect(offeredReturns(300)).toEqual(offeredReturns(0));
    expect(offeredReturns(90).slice(0, 4)).toEqual([0, 60, 90, 120]);
  });

  it('all that is offered is allowed', () => {
    const offered = offeredSeconds(60);
    expect([offered[0], offered.at(-1)]).toEqual([
      TABLET_SETTINGS.secondsPerPhoto.min,
      TABLET_SETTINGS.secondsPerPhoto.max,
    ]);
  });
});

describe('languages', () => {
  it('names languages in their own words, in order', () => {
    const languages = languagesWith('en');
    expect(languages).toContainEqual({ locale: 'de', name: 'Deutsch', hasTexts: true });
    expect(languages).toContainEqual({ locale: 'fr', name: 'Français', hasTexts: true });
    const names = languages.map(({ name }) => name);
    expect(names).toEqual(names.toSorted((one, other) => one.localeCompare(other)));
    expect(new Set(names).size).toBe(names.length);
  });

  it('says in which of them there are texts, which others write dates alone', async () => {
    for (const { locale, hasTexts } of languagesWith('ar')) {
      const isEnglish = locale.startsWith('en');
      expect(isEnglish || (await loadTexts(locale)) !== undefined, locale).toBe(hasTexts);
    }
  });

  it('has the tablet’s own language among them, once', () => {
    expect(languagesWith('gsw').map(({ locale }) => locale)).toContain('gsw');
    expect(languagesWith('de').filter(({ locale }) => locale === 'de')).toHaveLength(1);
  });
});

describe('lastDay', () => {
  it.each(['2027-01-31', '2028-02-29', '2027-10-31', '2027-11-01', '2027-03-28'])(
    '%s ends with its last second',
    (day) => {
      const end = endOfDay(day);
      expect(dayOf(end)).toBe(day);
      expect(dayOf(Date.parse(end ?? '') + 1_000)).not.toBe(day);
    },
  );

  it.each(['', '31.1.2027', '2027-1-31', 'on 2027-01-31', '2027-01-310', '999999-01-01'])('%j is no day', (day) =>
    expect(endOfDay(day)).toBeNull(),
  );

  it('no end has no day', () => expect(dayOf(null)).toBe(''));
});

describe('linkReach', () => {
  it.each([
    ['http://localhost:8083/circuit-tree?apiKey=x', true],
    ['http://app.localhost/', true],
    ['http://127.0.0.1:8083/', true],
    ['http://127.1.2.3/', true],
    ['http://[::1]:8083/', true],
    ['http://127.10.20.30/', true],
    ['http://0.0.0.0:8083/', true],
    ['http://10.0.0.0/', false],
    ['http://127.0.0.1.example.org/', false],
    ['http://192.168.1.4:8083/', false],
    ['https://photos.example.org/', false],
    ['https://localhost.example.org/', false],
    ['https://127.example.org/', false],
  ])('%s means the own machine: %s', (url, isOwn) => expect(isOwnMachine(url)).toBe(isOwn));
});

describe('tabletDay', () => {
  const QUARTER = 15 * 60_000;
  const NOW = 2_000_000 * QUARTER + 60_000;
  const states = (day: string, madeQuartersAgo = 1_000) =>
    tabletDay({ day, createdAt: new Date(NOW - madeQuartersAgo * QUARTER).toISOString() }, NOW).map(
      ({ state }) => state,
    );

  describe('a tablet’s day', () => {
    it('is steady with two reports in a quarter hour, and has gaps with one or none', () => {
      expect(states('f2101')).toEqual(['full', 'full', 'partial', 'silent', 'full']);
    });

    it('does not call the quarter hour that has just begun silent', () => {
      expect(states('00')).toEqual(['silent', 'unknown']);
    });

    it('knows nothing of the time before the tablet was made', () => {
      expect(states('00002', 2)).toEqual(['unknown', 'unknown', 'silent', 'silent', 'full']);
    });

    it('takes a digit that is none for silence', () => expect(states('x1')).toEqual(['silent', 'full']));
  });
});

describe('tabletShows', () => {
  const ALBUMS: Album[] = [{ id: '1', name: 'Café', slug: 'café', childAlbums: [] }];
  const photo = { filename: 'a.jpg', albumSlug: 'café' };
  const NOON = Date.UTC(2026, 0, 31, 12);
  const shown = (
    report: TabletReport,
    { listening = true, shows = 'black' }: { listening?: boolean; shows?: 'black' | 'dark-clock' } = {},
  ) => {
    const programme = [{ from: '13:00', to: '14:00', shows }];
    return tabletShows({ report, listening, settings: { ...DEFAULT_TABLET_SETTINGS, programme } }, ALBUMS, NOON);
  };

  it.each([
    ['/circuit-tree', 'Menu'],
    ['/circuit-tree/?x=1', 'Menu'],
    ['/circuit-tree/clock', 'Clock'],
    ['/circuit-tree/photos', 'Albums'],
    ['/circuit-tree/photos/caf%C3%A9', 'Café'],
    ['/circuit-tree/photos/%E0%A4%A', '%E0%A4%A'],
    ['/circuit-tree/photos/gone', 'gone'],
    ['/codenames', 'Another page'],
    ['/nowhere', 'Another page'],
  ])('a tablet at %s shows %s', (path, text) => expect(shown({ path })).toEqual({ text }));

  it('shows a photo of an album, whatever its page', () => {
    expect(shown({ path: '/circuit-tree/photos', photo })).toEqual({ text: 'Café', photo });
  });

  it('shows its dark rule in its own dark hours, whatever is below', () => {
    const report = { path: '/circuit-tree/photos', photo, zone: 'Europe/Paris' };
    expect(shown(report)).toEqual({ text: 'Black', isDark: true });
    expect(shown(report, { shows: 'dark-clock' })).toEqual({ text: 'Dark clock', isDark: true });
    expect(shown({ ...report, zone: 'Europe/London' })).toEqual({ text: 'Café', photo });
    expect(shown({ ...report, zone: 'Mars' })).toEqual({ text: 'Café', photo });
    expect(shown(report, { listening: false })).toEqual({ text: 'Café', photo });
  });
});
