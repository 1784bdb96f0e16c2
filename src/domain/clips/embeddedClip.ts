import { BOX_HEAD_BYTES, boxHeadAt } from './boxHead.ts';

/** The part of a file's bytes that is a video. */
export interface EmbeddedClip {
  start: number;
  /** The first byte after it. */
  end: number;
}

/** The marks of a motion photo are searched for in this many bytes at its beginning. */
const HEAD_BYTES = 512 * 1024;
/** More top-level boxes than any camera writes. */
const MOST_BOXES = 64;

/**
 * Finds the video behind the picture of a motion photo: by Google's container of items, by the older offset of Google,
 * by Samsung's trailer, or in the box `mpvd` of a HEIC file. Undefined for a picture without one, and where the marks
 * point at something else.
 */
export async function embeddedClip(picture: Blob): Promise<EmbeddedClip | undefined> {
  const head = await bytesOf(picture, { start: 0, end: HEAD_BYTES });
  const isJpeg = head.getUint16At(0) === JPEG.start;
  const isBoxes = head.textAt(4, 8) === 'ftyp';
  if (!isJpeg && !isBoxes) return undefined;
  const candidates = [
    ...(isJpeg ? markedByGoogle(head, picture.size) : [await boxedClip(picture)]),
    await markedBySamsung(picture),
  ];
  for (const clip of candidates) if (clip && (await beginsAsVideo(picture, clip))) return clip;
  return undefined;
}

/** Reads numbers and texts from bytes; beyond their end it reads zeros. */
class Bytes {
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  at(place: number): number {
    return this.#bytes[place] ?? 0;
  }

  getUint16At(place: number): number {
    return this.at(place) * 0x1_00 + this.at(place + 1);
  }

  /** In the order of Samsung's trailer: the last byte counts most. */
  getReversed32At(place: number): number {
    return (
      this.at(place) + this.at(place + 1) * 0x1_00 + this.at(place + 2) * 0x1_00_00 + this.at(place + 3) * 0x1_00_00_00
    );
  }

  /** Each byte as one character. */
  textAt(start: number, end: number): string {
    return Array.from(this.#bytes.subarray(start, end), (byte) => String.fromCharCode(byte)).join('');
  }
}

/** Reads nothing before the beginning of a file: `slice` would count a negative place from the end. */
async function bytesOf(file: Blob, { start, end }: EmbeddedClip): Promise<Bytes> {
  return new Bytes(new Uint8Array(await file.slice(Math.max(0, start), Math.max(0, end)).arrayBuffer()));
}

async function beginsAsVideo(picture: Blob, { start, end }: EmbeddedClip): Promise<boolean> {
  const isInside = end <= picture.size && end - start > 8;
  return isInside && (await bytesOf(picture, { start, end: start + 8 })).textAt(4, 8) === 'ftyp';
}

const JPEG = { start: 0xff_d8, marker: 0xff, app1: 0xff_e1, scan: 0xff_da };
const XMP_NAME = 'http://ns.adobe.com/xap/1.0/\0';

function markedByGoogle(head: Bytes, size: number): (EmbeddedClip | undefined)[] {
  const texts = [...xmpOf(head)];
  return [...texts.map((xmp) => inContainer(xmp, size)), ...texts.map((xmp) => atOffset(xmp, size))];
}

/** The texts of the metadata in the segments before the picture of a JPEG file. */
function* xmpOf(head: Bytes): Generator<string> {
  for (let place = 2; head.at(place) === JPEG.marker;) {
    const marker = head.getUint16At(place);
    if (marker === JPEG.scan) return;
    const [start, end] = [place + 4, place + 2 + head.getUint16At(place + 2)];
    const isXmp = marker === JPEG.app1 && head.textAt(start, start + XMP_NAME.length) === XMP_NAME;
    if (isXmp) yield head.textAt(start + XMP_NAME.length, end);
    place = Math.max(end, start);
  }
}

/** The items stand in the order of the file, each with its length but the picture itself; so they are counted from the end. */
function inContainer(xmp: string, size: number): EmbeddedClip | undefined {
  const [, ...items] = xmp.split(/<[\w-]+:Item\b/);
  let end = size;
  for (let item = items.pop(); item !== undefined; item = items.pop()) {
    const start = end - Number(valueIn(item, 'Length') ?? 0);
    if (valueIn(item, 'Semantic') === 'MotionPhoto') return { start, end };
    end = start;
  }
  return undefined;
}

/** Everything from the offset on, which is counted from the end; nothing without an offset. */
function atOffset(xmp: string, size: number): EmbeddedClip {
  return { start: size - Number(valueIn(xmp, 'MicroVideoOffset') ?? 0), end: size };
}

/** The value of a property, as an attribute or as an element. */
function valueIn(xmp: string, name: string): string | undefined {
  return new RegExp(`:${name}(?:\\s*=\\s*["']|>)\\s*([\\w/]+)`).exec(xmp)?.[1];
}

/** The end of a Samsung file: a list of its parts, the bytes of that list, and four letters. */
const SAMSUNG = { end: 'SEFT', list: 'SEFH', listHead: 12, entry: 12, mostEntries: 100, clip: 'MotionPhoto_Data' };

async function markedBySamsung(picture: Blob): Promise<EmbeddedClip | undefined> {
  const tail = await bytesOf(picture, { start: picture.size - 8, end: picture.size });
  if (tail.textAt(4, 8) !== SAMSUNG.end) return undefined;
  const listStart = picture.size - 8 - tail.getReversed32At(0);
  const longest = SAMSUNG.listHead + SAMSUNG.entry * SAMSUNG.mostEntries;
  const list = await bytesOf(picture, { start: listStart, end: listStart + longest });
  if (list.textAt(0, 4) !== SAMSUNG.list) return undefined;
  const count = Math.min(list.getReversed32At(8), SAMSUNG.mostEntries);
  for (let entry = 0; entry < count; entry += 1) {
    const place = SAMSUNG.listHead + entry * SAMSUNG.entry;
    const start = listStart - list.getReversed32At(place + 4);
    const end = start + list.getReversed32At(place + 8);
    // Each part begins with its kind, the length of its name, and the name.
    const part = await bytesOf(picture, { start, end: start + 8 + SAMSUNG.clip.length });
    if (part.textAt(8, 8 + SAMSUNG.clip.length) === SAMSUNG.clip)
      return { start: start + 8 + part.getReversed32At(4), end };
  }
  return undefined;
}

/** The content of the box `mpvd`, or everything from a second `ftyp` on. */
async function boxedClip(picture: Blob): Promise<EmbeddedClip | undefined> {
  let place = 0;
  for (let boxes = 0; boxes < MOST_BOXES; boxes += 1) {
    const head = await picture.slice(place, place + BOX_HEAD_BYTES).arrayBuffer();
    const box = boxHeadAt(new DataView(head), 0);
    if (!box) return undefined;
    const end = box.bytes === 0 ? picture.size : place + box.bytes;
    if (box.name === 'mpvd') return { start: place + box.headBytes, end };
    if (box.name === 'ftyp' && place > 0) return { start: place, end: picture.size };
    if (end < place + box.headBytes) return undefined;
    place = end;
  }
  return undefined;
}
