import { array, assert, asyncProperty, boolean, constantFrom, nat, record } from 'fast-check';
import { expect, test } from 'vitest';
import { embeddedClip } from '#domain/clips/embeddedClip.ts';
import {
  box,
  heicMotionPhoto,
  joined,
  jpegOf,
  motionPhoto,
  number,
  olderMotionPhoto,
  samsungPart,
  samsungPhoto,
  samsungTrailer,
  segment,
  videoHead,
  xmp,
} from '../support/motionPhotos.ts';

const VIDEO = videoHead(900);
const HEIC = heicMotionPhoto(undefined);
const NOTHING = new Uint8Array(0);

/** Marks of the older kind, of the same length for each offset. */
function offsetMark(offset: number): string {
  return `<rdf:Description GCamera:MicroVideoOffset="${String(offset).padStart(8, '0')}"/>`;
}
const MARK = new TextEncoder().encode(offsetMark(VIDEO.length));
const MARKS = xmp(offsetMark(VIDEO.length));

const PART = samsungPart('MotionPhoto_Data', VIDEO);
const ENTRY = { place: PART.length, length: PART.length };
const BEFORE_THE_FILE = { place: 99_999, length: PART.length };

/** Other metadata, in segments as long as they can be. */
function longSegments(count: number): Uint8Array {
  return joined(...Array.from({ length: count }, () => segment(0xe2, new Uint8Array(0xff_fd))));
}

/** Boxes without content. */
function emptyBoxes(count: number): Uint8Array {
  return joined(...Array.from({ length: count }, () => box('free', NOTHING)));
}

async function clipIn(bytes: Uint8Array): Promise<Uint8Array | undefined> {
  const picture = new Blob([new Uint8Array(bytes)]);
  const clip = await embeddedClip(picture);
  return clip && new Uint8Array(await picture.slice(clip.start, clip.end).arrayBuffer());
}

test.each([
  ["Google's container", motionPhoto(VIDEO)],
  ["Google's container with elements in place of attributes", motionPhoto(VIDEO, { style: 'elements' })],
  [
    "Google's container with a map of brightness before the video",
    motionPhoto(VIDEO, { gainMap: new Uint8Array(300) }),
  ],
  ["Google's container with something behind the video", motionPhoto(VIDEO, { after: new Uint8Array(77) })],
  ["Google's older offset", olderMotionPhoto(VIDEO)],
  ['marks behind other marks', joined(jpegOf(joined(xmp('<rdf:Description/>'), MARKS)), VIDEO)],
  ['marks within the first half megabyte', joined(jpegOf(joined(longSegments(7), MARKS)), VIDEO)],
  ["Samsung's trailer", samsungPhoto(VIDEO)],
  ["Samsung's trailer behind another part", samsungPhoto(VIDEO, { others: ['Image_UTC_Data'] })],
  [
    "Samsung's trailer behind an entry that lies before the file",
    joined(jpegOf(), PART, samsungTrailer([BEFORE_THE_FILE, ENTRY])),
  ],
  ["Samsung's trailer behind a HEIC", joined(HEIC, PART, samsungTrailer([ENTRY]))],
  ['the box of a HEIC', heicMotionPhoto(VIDEO)],
  ['the box of a HEIC with a size of 64 bits', heicMotionPhoto(VIDEO, { wide: true })],
  ['the box of a HEIC that goes on to the end', joined(HEIC, number(0), 'mpvd', VIDEO)],
  ['the box of a HEIC behind a long one', joined(HEIC, box('mdat', new Uint8Array(70_000)), box('mpvd', VIDEO))],
  ['the 64th box of a HEIC', joined(HEIC, emptyBoxes(61), box('mpvd', VIDEO))],
  ['the beginning of a second file behind a HEIC', joined(HEIC, VIDEO)],
])('the video is found by %s', async (_name, bytes) => {
  expect(await clipIn(bytes)).toEqual(VIDEO);
});

test.each([
  ['a JPEG without marks', jpegOf()],
  ['a HEIC without the box', HEIC],
  ['marks without a video', jpegOf(xmp('<Container:Item Item:Semantic="MotionPhoto" Item:Length="900"/>'))],
  ['an offset beyond the file', jpegOf(xmp('<rdf:Description GCamera:MicroVideoOffset="99999999"/>'))],
  [
    'an offset that is right when it is counted from the end twice',
    joined(jpegOf(xmp(offsetMark(jpegOf(MARKS).length + 2 * VIDEO.length))), VIDEO),
  ],
  ['an offset of nothing', joined(jpegOf(xmp(offsetMark(0))), VIDEO)],
  ['a length that is no number', jpegOf(xmp('<Container:Item Item:Semantic="MotionPhoto" Item:Length="x"/>'))],
  ['marks behind what is no segment', joined(jpegOf(joined([0, 0xe1, 0, 2], MARKS)), VIDEO)],
  ['marks behind the beginning of the picture', joined(jpegOf(joined([0xff, 0xda, 0, 2], MARKS)), VIDEO)],
  ['marks behind the first half megabyte', joined(jpegOf(joined(longSegments(8), MARKS)), VIDEO)],
  ['marks under another name', joined(jpegOf(segment(0xe1, joined(new Uint8Array(29), MARK))), VIDEO)],
  ['marks in a segment of another kind', joined(jpegOf(segment(0xe2, MARKS.subarray(4))), VIDEO)],
  ['a trailer with another end', joined(jpegOf(), PART, samsungTrailer([ENTRY], { end: 'SEFX' }))],
  ['a trailer with another list', joined(jpegOf(), PART, samsungTrailer([ENTRY], { list: 'SEFX' }))],
  [
    'a trailer that does not count the entry',
    joined(jpegOf(), PART, samsungTrailer([BEFORE_THE_FILE, ENTRY], { count: 1 })),
  ],
  [
    'a trailer with a part that goes beyond the file',
    joined(jpegOf(), PART, samsungTrailer([{ ...ENTRY, length: 9_999 }])),
  ],
  ['a trailer behind a file of another kind', joined(new Uint8Array(100).fill(0x42), PART, samsungTrailer([ENTRY]))],
  ['a box that is cut off', heicMotionPhoto(VIDEO).slice(0, -1)],
  ['a box with only the first letters of a video', joined(HEIC, box('mpvd', VIDEO.subarray(0, 8)))],
  ['a box behind one that is smaller than its head', joined(HEIC, number(4), box('mpvd', VIDEO))],
  [
    'a box that is larger than the file by its upper 32 bits',
    joined(HEIC, number(1), 'mpvd', number(1), number(16 + VIDEO.length), VIDEO, emptyBoxes(1)),
  ],
  ['the 65th box of a HEIC', joined(HEIC, emptyBoxes(62), box('mpvd', VIDEO))],
  ['an empty file', NOTHING],
  ['a file of another kind', new Uint8Array(2_000).fill(0x42)],
  ['a video by itself', VIDEO],
])('%s has no video in it', async (_name, bytes) => {
  expect(await clipIn(bytes)).toBeUndefined();
});

test('a list of more entries than any file has is read in no time', async () => {
  const trailer = samsungTrailer([BEFORE_THE_FILE], { count: 0xff_ff_ff_ff });
  expect(await clipIn(joined(jpegOf(), PART, trailer))).toBeUndefined();
});

test('a place in the list of a Samsung file has four bytes, the last of which counts most', async () => {
  const length = 0x01_02_03_04;
  const jpeg = jpegOf();
  const begin = samsungPart('MotionPhoto_Data', VIDEO);
  const parts = [jpeg, begin, new Uint8Array(length - begin.length), samsungTrailer([{ place: length, length }])];
  const clip = await embeddedClip(new Blob(parts.map((part) => new Uint8Array(part))));
  expect(clip).toEqual({ start: jpeg.length + begin.length - VIDEO.length, end: jpeg.length + length });
});

test('the box is found behind any others', async () => {
  const other = record({ name: constantFrom('free', 'meta', 'mdat'), bytes: nat(300), wide: boolean() });
  await assert(
    asyncProperty(array(other, { maxLength: 20 }), boolean(), async (others, isWide) => {
      const before = others.map(({ name, bytes, wide }) => box(name, new Uint8Array(bytes), wide));
      const after = box('free', new Uint8Array(5));
      expect(await clipIn(joined(HEIC, ...before, box('mpvd', VIDEO, isWide), after))).toEqual(VIDEO);
    }),
  );
});

const PHOTOS = [motionPhoto(VIDEO), olderMotionPhoto(VIDEO), samsungPhoto(VIDEO), heicMotionPhoto(VIDEO)];

test('a photo cut off at any byte has no video in it', async () => {
  for (const whole of PHOTOS)
    for (let bytes = 0; bytes < whole.length; bytes += 7) expect(await clipIn(whole.slice(0, bytes))).toBeUndefined();
});

test('what is found in a damaged photo begins as a video', async () => {
  const damage = record({ at: nat(5_000), byte: nat(255) });
  await assert(
    asyncProperty(constantFrom(...PHOTOS), array(damage, { minLength: 1, maxLength: 40 }), async (whole, damages) => {
      const bytes = new Uint8Array(whole);
      for (const { at, byte } of damages) bytes[at % bytes.length] = byte;
      const clip = await clipIn(bytes);
      if (clip) expect(new TextDecoder().decode(clip.subarray(4, 8))).toBe('ftyp');
    }),
  );
});
