import { describe, expect, test } from 'vitest';
import { aboutFrom, aboutText } from '#domain/takeout/photoAbout.ts';
import { readSidecar, isSidecar, sidecarsIn } from '#domain/takeout/sidecars.ts';

const LONG = '20210529_155539_a_very_long_name_of_a_photo_that_i';

/** The quirks of names: a folder's files, the picture first and then its sidecar. */
const QUIRKS: [string, string[]][] = [
  ['plain', ['IMG_1.jpg', 'IMG_1.jpg.json']],
  ['of 2024', ['IMG_1.jpg', 'IMG_1.jpg.supplemental-metadata.json']],
  ['of 2024, cut', ['2024_family_holiday.jpg', '2024_family_holiday.jpg.supplemental-metadat.json']],
  [
    'of 2024, cut early',
    ['PXL_20240102_123456789.PORTRAIT-01.jpg', 'PXL_20240102_123456789.PORTRAIT-01.jpg.supplem.json'],
  ],
  ['of 2024, cut to one letter', [`${LONG.slice(0, 40)}.jpg`, `${LONG.slice(0, 40)}.jpg.s.json`]],
  ['of 2024, cut to the dot', [`${LONG.slice(0, 41)}.jpg`, `${LONG.slice(0, 41)}.jpg..json`]],
  [
    'number before the extension, after it in the sidecar',
    ['IMG_1(1).jpg', 'IMG_1.jpg(1).json', 'IMG_1.jpg', 'IMG_1.jpg.json'],
  ],
  ['number after the ending', ['IMG_1(2).jpg', 'IMG_1.jpg.supplemental-metadata(2).json', 'IMG_1.jpg.json']],
  ['number in both names', ['IMG_1(1).jpg', 'IMG_1(1).jpg.supplemental-metadata.json', 'IMG_1.jpg.json']],
  ['number after a cut ending', [`${LONG.slice(0, 38)}(1).jpg`, `${LONG.slice(0, 38)}.jpg.sup(1).json`]],
  ['a year in brackets is a part of the name', ['Rome (2019).jpg', 'Rome (2019).jpg.json']],
  ['edited', ['IMG_1-edited.jpg', 'IMG_1.jpg.json', 'IMG_1.jpg']],
  ['edited, with a sidecar of its own', ['IMG_1-edited.jpg', 'IMG_1-edited.jpg.json', 'IMG_1.jpg.json']],
  ['edited, numbered', ['IMG_1-edited(1).jpg', 'IMG_1.jpg(1).json', 'IMG_1.jpg.json']],
  ['edited, in German', ['IMG_1-bearbeitet.jpg', 'IMG_1.jpg.json']],
  ['edited, in French, decomposed', ['IMG_1-modifie\u0301.jpg', 'IMG_1.jpg.json']],
  ['edited, in Japanese', ['IMG_1-編集済み.jpg', 'IMG_1.jpg.json']],
  ['edited, in Chinese', ['IMG_1-已編輯.jpg', 'IMG_1.jpg.json']],
  ['edited, in Korean', ['IMG_1-수정됨.jpg', 'IMG_1.jpg.json']],
  ['edited from HEIC into JPEG', ['IMG_1-edited.jpg', 'IMG_1.HEIC.supplemental-metadata.json', 'IMG_1.HEIC']],
  ['edited, its ending cut', [`${LONG.slice(0, 43)}-edi.jpg`, `${LONG.slice(0, 43)}.jp.json`]],
  [
    'edited, its ending cut in the shortest name that is',
    [`${LONG.slice(0, 41)}-edi.jpg`, `${LONG.slice(0, 41)}.jpg..json`],
  ],
  ['name cut at 46 characters', [`${LONG.slice(0, 47)}.jpg`, `${LONG.slice(0, 46)}.json`]],
  ['name cut within the extension', [`${LONG.slice(0, 43)}.jpg`, `${LONG.slice(0, 43)}.jp.json`]],
  ['name cut, numbered', [`${LONG.slice(0, 47)}(1).jpg`, `${LONG.slice(0, 46)}(1).json`, `${LONG.slice(0, 46)}.json`]],
  ['without an extension in the sidecar', ['IMG_1.jpg', 'IMG_1.json']],
  ['extension in other letters', ['IMG_1.JPG', 'IMG_1.jpg.json']],
  ['the still of a Live Photo', ['IMG_1.HEIC', 'IMG_1.HEIC.json', 'IMG_1.MP4']],
  ['a motion picture of a Pixel', ['PXL_1.MP.jpg', 'PXL_1.MP.jpg.supplemental-metadata.json']],
  ['a name that ends like the ending', ['IMG.s', 'IMG.s.json']],
  ['of two kinds of one name', ['IMG_1.jpg', 'IMG_1.jpg.json', 'IMG_1.png.json']],
  ['of two kinds, numbered', ['IMG_1(1).jpg', 'IMG_1(1).jpg.supplemental-metadata.json', 'IMG_1.png(1).json']],
  ['of two kinds, numbered alike', ['IMG_1(1).jpg', 'IMG_1(1).jpg.s.json', 'IMG_1(1).png.s.json']],
  ['of two kinds, edited', ['IMG_1-edited.jpg', 'IMG_1.jpg.json', 'IMG_1.png.json']],
  ['of two kinds, one without its extension', ['IMG_1.jpg', 'IMG_1.json', 'IMG_1.png.json']],
  ['of two kinds, one without its extension, numbered', ['IMG_1(1).jpg', 'IMG_1(1).s.json', 'IMG_1(1).png.s.json']],
  ['of two kinds, one without its extension, the number last', ['IMG_1(1).jpg', 'IMG_1(1).json', 'IMG_1.png(1).json']],
  ['number of two digits', ['IMG_1(12).jpg', 'IMG_1.jpg(12).json', 'IMG_1.jpg.json']],
  ['a name that looks like that of a sidecar', ['IMG.json.jpg', 'IMG.json.jpg.json']],
  ['a name that is only an ending', ['s.jpg', 's.json']],
  ['a hidden name that is only an ending', ['.s.jpg', '.s.json']],
  ['letters in other forms', ['Été.jpg', 'E\u0301te\u0301.jpg.json']],
];

/** Pictures with cut sidecars, none of them with the name of another. */
function cutNames(count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const long = `${index}`.padStart(46, 'x');
    return [`${long}y.jpg`, `${long}.json`];
  }).flat();
}

/** The time of the processor, in µs; the shortest of several, since what else the machine does only adds to it. */
function shortestOf(work: () => void): number {
  const times = Array.from({ length: 5 }, () => {
    const start = process.threadCpuUsage();
    work();
    const { user, system } = process.threadCpuUsage(start);
    return user + system;
  });
  return Math.min(...times);
}

describe('the sidecar of a picture', () => {
  test.each(QUIRKS)('%s', (_quirk, names) => {
    const [picture = '', sidecar] = names;
    expect(sidecarsIn(names).get(picture)).toBe(sidecar);
  });

  test('belongs to no other picture with a similar name', () => {
    const names = ['IMG_1.jpg', 'IMG_10.jpg.json', 'IMG_1(1).jpg.json', 'metadata.json', 'notes.txt'];
    expect(sidecarsIn(names).size).toBe(0);
    const burst = ['IMG_1.jpg', 'IMG_1(1).jpg', 'IMG_1.jpg.json', 'IMG_1.jpg(1).json', 'IMG_1(2).jpg'];
    expect(Object.fromEntries(sidecarsIn(burst))).toEqual({
      'IMG_1.jpg': 'IMG_1.jpg.json',
      'IMG_1(1).jpg': 'IMG_1.jpg(1).json',
    });
  });

  test.each([
    ['is that of a shorter name', ['IMG_10.jpg', 'IMG_1.json']],
    ['is that of another long name', ['IMG_1.jpg', `${LONG.slice(0, 46)}.json`]],
    ['is numbered, and cut', [`${LONG.slice(0, 47)}.jpg`, `${LONG.slice(0, 46)}(1).json`]],
    ['is that of a name without what only looks like a cut ending', ['IMG-edi.jpg', 'IMG.jpg.json']],
    ['is that of what stands before a dash', [`IMG-${LONG.slice(0, 45)}.jpg`, 'IMG.jpg.json']],
    ['is that of a name that is one letter shorter', [`${LONG.slice(0, 45)}.jpg`, `${LONG.slice(0, 44)}.j.json`]],
    ['is that of an undefined name', ['IMG_1.jpg', 'undefined.jpg.json']],
  ])('is none that %s', (_name, names) => {
    expect(sidecarsIn(names).size).toBe(0);
  });

  test('is the first of several that are the beginning of its name, whatever their lengths', () => {
    const name = 'x'.repeat(60);
    const [shorter, longer] = [`${name.slice(0, 46)}.json`, `${name.slice(0, 50)}.json`];
    for (const cut of [
      [shorter, longer],
      [longer, shorter],
    ])
      expect(sidecarsIn([`${name}.jpg`, ...cut]).get(`${name}.jpg`)).toBe(cut[0]);
  });

  test('is found without comparing each picture with each cut name', () => {
    const names = cutNames(400);
    const [pictures, cut] = [names.filter((name) => !isSidecar(name)), names.filter(isSidecar)];
    const comparing = shortestOf(() => {
      const pairs = pictures.flatMap((picture) => cut.filter((name) => picture.startsWith(name.slice(0, -5))));
      expect(pairs).toHaveLength(pictures.length);
    });
    const finding = shortestOf(() => expect(sidecarsIn(names).size).toBe(pictures.length));
    expect(finding).toBeLessThan(comparing / 3);
  });

  test('ends in .json, whatever its letters', () => {
    expect(['a.json', 'A.JSON', 'a.json.jpg', 'json'].map(isSidecar)).toEqual([true, true, false, false]);
  });
});

describe('the facts beside a picture', () => {
  const takenAt = Date.UTC(2024, 6, 29, 8);

  test.each([{ takenAt, caption: 'At the lake' }, { takenAt }, { caption: 'At the lake' }, {}])(
    'are the same at the other end of an upload: %j',
    (about) => {
      expect(aboutFrom(aboutText(about))).toEqual(about);
    },
  );

  test('are sent with a time that people can read', () => {
    expect(JSON.parse(aboutText({ takenAt }))).toEqual({ takenAt: '2024-07-29T08:00:00.000Z' });
  });

  test.each<[string, ReturnType<typeof aboutFrom>]>([
    ['', undefined],
    ['{', undefined],
    ['null', undefined],
    ['[]', undefined],
    ['7', undefined],
    ['{"takenAt":"soon","caption":" "}', {}],
    ['{"takenAt":2024,"caption":7}', {}],
    ['{"caption":" At the lake ","isTrashed":true}', { caption: 'At the lake' }],
  ])('in %j are %j', (text, about) => {
    expect(aboutFrom(text)).toEqual(about);
  });
});

const read = (content: unknown) => readSidecar(JSON.stringify(content));

describe('its content', () => {
  test('gives time and description', () => {
    const time = { timestamp: '1722240000', formatted: '29 Jul 2024, 08:00:00 UTC' };
    expect(read({ title: 'IMG_1.jpg', description: ' At the lake ', photoTakenTime: time, imageViews: '3' })).toEqual({
      about: { takenAt: 1_722_240_000_000, caption: 'At the lake' },
    });
    expect(read({ title: 'old.jpg', description: '', photoTakenTime: { timestamp: '-631152000' } })).toEqual({
      about: { takenAt: -631_152_000_000 },
    });
    expect(read({ title: 'x.jpg', photoTakenTime: { timestamp: '0' }, imageViews: '0' })).toStrictEqual({ about: {} });
    expect(read({ description: ' ', imageViews: '0' })).toStrictEqual({ about: {} });
  });

  test('cuts a description that is longer than captions may be, without half characters', () => {
    const caption = read({ description: `${'x'.repeat(499)}😀`, imageViews: '1' }).about?.caption;
    expect(caption).toHaveLength(500);
    expect(caption?.isWellFormed()).toBe(true);
  });

  test('says what was in the trash, and names albums in both of their forms', () => {
    const time = { timestamp: '1722240000' };
    expect(read({ title: 'x.jpg', photoTakenTime: time, trashed: true }).about?.isTrashed).toBe(true);
    expect(read({ title: 'Summer', description: '', access: 'protected', date: time })).toEqual({
      albumTitle: 'Summer',
    });
    expect(read({ title: 'x.jpg', trashed: true })).toEqual({ about: { isTrashed: true } });
    expect(read({ title: 7, access: 'protected' })).not.toHaveProperty('albumTitle');
    expect(read({ albumData: { title: 'Summer' } })).toEqual({ albumTitle: 'Summer' });
    expect(read({ title: '' })).toEqual({});
  });

  test.each(['', '[]', 'null', '{', '"text"', '{"photoTakenTime":{"timestamp":"soon"}}', '{"title":7}'])(
    'tells nothing in %j',
    (text) => {
      expect(readSidecar(text)).toEqual({});
    },
  );

  test('may begin with a byte order mark', () => {
    expect(readSidecar('\uFEFF{"title":"Summer"}')).toEqual({ albumTitle: 'Summer' });
    expect(readSidecar('{"title":"Sum\uFEFFmer"}')).toEqual({ albumTitle: 'Sum\uFEFFmer' });
  });
});
