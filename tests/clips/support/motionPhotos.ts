// Motion photos put together from a picture and a video, as phones write them.

const utf8 = new TextEncoder();

export function joined(...parts: readonly (Uint8Array | string | readonly number[])[]): Uint8Array {
  const all = parts.map((part) => (typeof part === 'string' ? utf8.encode(part) : Uint8Array.from(part)));
  const bytes = new Uint8Array(all.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of all) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** The bytes of a number, the highest first. */
export function number(value: number, bytes = 4): number[] {
  return Array.from({ length: bytes }, (_, index) => Math.floor(value / 256 ** (bytes - 1 - index)) % 256);
}

function reversed(value: number, bytes = 4): number[] {
  return number(value, bytes).toReversed();
}

/** A box of an MP4 or HEIC file; a wide one has its size in 64 bits. */
export function box(name: string, content: Uint8Array, wide = false): Uint8Array {
  const size = content.length + (wide ? 16 : 8);
  return wide ? joined(number(1), name, number(size, 8), content) : joined(number(size), name, content);
}

/** Bytes that begin like an MP4 file. */
export function videoHead(length: number): Uint8Array {
  const ftyp = box('ftyp', joined('mp42', number(0), 'mp42isom'));
  return joined(ftyp, new Uint8Array(length - ftyp.length).fill(0x5a));
}

export function xmp(content: string): Uint8Array {
  const text = joined('http://ns.adobe.com/xap/1.0/\0', `<x:xmpmeta><rdf:RDF>${content}</rdf:RDF></x:xmpmeta>`);
  return segment(0xe1, text);
}

/** A segment of a JPEG's metadata that any program may write, under a marker such as 0xe1. */
export function segment(marker: number, content: Uint8Array): Uint8Array {
  return joined([0xff, marker], number(content.length + 2, 2), content);
}

/** The beginning of a JPEG, and of its picture; no decoder reads it. */
const JPEG_START = [0xff, 0xd8];
const JPEG_PICTURE = joined([0xff, 0xda, 0, 2], new Uint8Array(64).fill(0x11), [0xff, 0xd9]);

/** A JPEG with other metadata before the given. */
export function jpegOf(metadata: Uint8Array = new Uint8Array(0), picture?: Uint8Array): Uint8Array {
  if (picture) return joined(picture.subarray(0, 2), metadata, picture.subarray(2));
  const exif = joined([0xff, 0xe1], number(10, 2), 'Exif\0\0', [0, 0]);
  return joined(JPEG_START, exif, metadata, JPEG_PICTURE);
}

interface MotionPhoto {
  /** A whole JPEG; absent: one that no decoder can read. */
  picture?: Uint8Array;
  style?: 'attributes' | 'elements';
  gainMap?: Uint8Array;
  /** An item behind the video. */
  after?: Uint8Array;
}

/** Google's motion photo of today, with its container of items. */
export function motionPhoto(video: Uint8Array, { picture, style, gainMap, after }: MotionPhoto = {}): Uint8Array {
  const item = (semantic: string, mime: string, length: number) =>
    style === 'elements'
      ? `<rdf:li rdf:parseType="Resource"><Container:Item rdf:parseType="Resource"><Item:Mime>${mime}</Item:Mime>
         <Item:Semantic>${semantic}</Item:Semantic><Item:Length>${length}</Item:Length></Container:Item></rdf:li>`
      : `<rdf:li><Container:Item Item:Mime="${mime}" Item:Semantic="${semantic}" Item:Length="${length}"/></rdf:li>`;
  const items = [
    item('Primary', 'image/jpeg', 0),
    ...(gainMap ? [item('GainMap', 'image/jpeg', gainMap.length)] : []),
    item('MotionPhoto', 'video/mp4', video.length),
    ...(after ? [item('Depth', 'image/jpeg', after.length)] : []),
  ].join('');
  const marks = xmp(`<rdf:Description GCamera:MotionPhoto="1"><Container:Directory>${items}</Container:Directory>`);
  return joined(jpegOf(marks, picture), gainMap ?? [], video, after ?? []);
}

/** Google's motion photo of the years before 2020. */
export function olderMotionPhoto(video: Uint8Array, picture?: Uint8Array): Uint8Array {
  const marks = xmp(`<rdf:Description GCamera:MicroVideo="1" GCamera:MicroVideoOffset="${video.length}"/>`);
  return joined(jpegOf(marks, picture), video);
}

/** A part of a Samsung file: its kind, its name, and its content. */
export function samsungPart(name: string, content: Uint8Array): Uint8Array {
  return joined([0, 0, 0x30, 0x0a], reversed(name.length), name, content);
}

interface SamsungEntry {
  /** The bytes from the beginning of the part to the beginning of the list. */
  place: number;
  length: number;
}

/** The list of parts at the end of a Samsung file. */
export function samsungTrailer(
  entries: readonly SamsungEntry[],
  { list = 'SEFH', end = 'SEFT', count = entries.length } = {},
): Uint8Array {
  const bytes = joined(
    list,
    reversed(106),
    reversed(count),
    ...entries.map(({ place, length }) => joined([0, 0, 0x30, 0x0a], reversed(place), reversed(length))),
  );
  return joined(bytes, reversed(bytes.length), end);
}

interface SamsungPhoto {
  picture?: Uint8Array;
  others?: readonly string[];
}

/** Samsung's motion photo: a trailer names its parts, each by its place before the trailer. */
export function samsungPhoto(video: Uint8Array, { picture, others = [] }: SamsungPhoto = {}): Uint8Array {
  const parts = [
    ...others.map((name) => samsungPart(name, utf8.encode('1700000000000'))),
    samsungPart('MotionPhoto_Data', video),
  ];
  let place = parts.reduce((sum, { length }) => sum + length, 0);
  const entries = parts.map(({ length }) => {
    const entry = { place, length };
    place -= length;
    return entry;
  });
  return joined(jpegOf(undefined, picture), ...parts, samsungTrailer(entries));
}

interface HeicPhoto {
  /** A whole HEIC; absent: one that no decoder can read. */
  picture?: Uint8Array;
  wide?: boolean;
}

export function heicMotionPhoto(video: Uint8Array | undefined, { picture, wide }: HeicPhoto = {}): Uint8Array {
  const heic = picture ?? joined(box('ftyp', joined('heic', number(0), 'mif1heic')), box('mdat', new Uint8Array(50)));
  return joined(heic, video ? box('mpvd', video, wide) : []);
}
