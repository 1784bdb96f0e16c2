import type { DiaryEntry } from '#contract/diary/schemas.ts';

/*
 * A tablet's minutes as a short text: a month with a photo each 90 s takes less than 50 kB. An entry is its length in
 * minutes and the index of its content, bit by bit. Photos are hashes of 32 bits, listed separately once.
 */

type Shows = DiaryEntry['shows'];
type Mark = NonNullable<DiaryEntry['mark']>;

const STATES: readonly Shows[] = ['page', 'dark', 'off', 'photo'];
const MARKS: readonly Mark[] = ['started', 'back'];
/** Tokens between entries, without a length. */
const TOKENS = ['gap', 'offline', 'online', ...MARKS] as const;
const FIRST_TOKEN = STATES.length;
const FIRST_PHOTO = FIRST_TOKEN + TOKENS.length;
/** The most photos with a name; further ones have none. */
const MOST_PHOTOS = 2_048;
const HEADER_BYTES = 7;

/** Adds a minute to the entries, in order; a minute like the one before extends the last entry. */
export function withMinute(entries: readonly DiaryEntry[], minute: Omit<DiaryEntry, 'minutes'>): DiaryEntry[] {
  const last = entries.at(-1);
  if (!last || minute.mark || !isSameState(last, minute) || last.at + last.minutes !== minute.at) {
    return [...entries, { ...minute, minutes: 1 }];
  }
  return [...entries.slice(0, -1), { ...last, minutes: last.minutes + 1 }];
}

export function isSameState(one: Omit<DiaryEntry, 'minutes'>, other: Omit<DiaryEntry, 'minutes'>): boolean {
  return one.shows === other.shows && one.photo === other.photo && one.offline === other.offline;
}

/** The entries that remain once the server has stored the sent ones. The last of these may have grown meanwhile. */
export function withoutEntries(entries: readonly DiaryEntry[], sent: readonly DiaryEntry[]): DiaryEntry[] {
  const known = new Map(sent.map(({ at, minutes }) => [at, minutes]));
  return entries.flatMap((entry) => {
    const minutes = known.get(entry.at) ?? 0;
    if (minutes === 0) return [entry];
    const { mark: _mark, ...rest } = entry;
    return minutes < entry.minutes ? [{ ...rest, at: entry.at + minutes, minutes: entry.minutes - minutes }] : [];
  });
}

/** The entries as a text of bytes; their photos are added to `photos`. */
export function encodeDiary(entries: readonly DiaryEntry[], photos: number[]): string {
  const [first] = entries;
  if (!first) return '';
  const indexes = new Map(photos.map((photo, index) => [photo, index]));
  for (const { photo } of entries) {
    if (photo === undefined || indexes.has(photo) || photos.length >= MOST_PHOTOS) continue;
    indexes.set(photo, photos.length);
    photos.push(photo);
  }
  const width = widthFor(photos.length);
  const bits = new BitWriter();
  const token = (name: (typeof TOKENS)[number]) => bits.add(FIRST_TOKEN + TOKENS.indexOf(name), width);
  let at = first.at;
  let isOffline = false;
  for (const entry of entries) {
    if (entry.at > at) {
      token('gap');
      bits.addLength(entry.at - at);
    }
    if ((entry.offline === true) !== isOffline) token(isOffline ? 'online' : 'offline');
    isOffline = entry.offline === true;
    if (entry.mark) token(entry.mark);
    const photo = entry.photo === undefined ? undefined : indexes.get(entry.photo);
    bits.add(photo === undefined ? STATES.indexOf(entry.shows) : FIRST_PHOTO + photo, width);
    bits.addLength(entry.minutes);
    at = entry.at + entry.minutes;
  }
  return bytesOf(first.at, 4) + bytesOf(width, 1) + bytesOf(entries.length, 2) + bits.text;
}

/** Returns what can be read, in order. */
export function decodeDiary(text: string, photos: readonly number[]): DiaryEntry[] {
  if (text.length < HEADER_BYTES) return [];
  const width = numberIn(text, 4, 1);
  const count = numberIn(text, 5, 2);
  const bits = new BitReader(text.slice(HEADER_BYTES));
  const entries: DiaryEntry[] = [];
  let at = numberIn(text, 0, 4);
  let [isOffline, mark]: [boolean, Mark | undefined] = [false, undefined];
  while (entries.length < count && !bits.isAtEnd) {
    const index = bits.read(width);
    const token = TOKENS[index - FIRST_TOKEN];
    if (token === 'gap') at += bits.readLength();
    else if (token === 'offline' || token === 'online') isOffline = token === 'offline';
    else if (token) mark = token;
    else {
      const shows = STATES[index] ?? 'photo';
      const photo = photos[index - FIRST_PHOTO];
      const minutes = bits.readLength();
      entries.push({
        at,
        minutes,
        shows,
        ...(photo !== undefined && { photo }),
        ...(isOffline && { offline: true }),
        ...(mark && { mark }),
      });
      at += minutes;
      mark = undefined;
    }
  }
  return entries;
}

export function photosAsText(photos: readonly number[]): string {
  return photos.map((photo) => bytesOf(photo, 4)).join('');
}

export function photosIn(text: string): number[] {
  return Array.from({ length: Math.floor(text.length / 4) }, (_, index) => numberIn(text, index * 4, 4));
}

function widthFor(photos: number): number {
  return Math.ceil(Math.log2(FIRST_PHOTO + photos));
}

function bytesOf(value: number, count: number): string {
  const bytes = Array.from({ length: count }, (_, index) => Math.floor(value / 256 ** (count - 1 - index)) % 256);
  return String.fromCharCode(...bytes);
}

function numberIn(text: string, from: number, count: number): number {
  let value = 0;
  for (let at = from; at < from + count; at += 1) value = value * 256 + text.charCodeAt(at);
  return value;
}

class BitWriter {
  readonly #bytes: number[] = [];
  #bits = 0;

  get text(): string {
    return this.#bytes.map((byte) => String.fromCharCode(byte)).join('');
  }

  add(value: number, width: number): void {
    for (let bit = width - 1; bit >= 0; bit -= 1) {
      const at = this.#bits >> 3;
      this.#bytes[at] = (this.#bytes[at] ?? 0) + (Math.floor(value / 2 ** bit) % 2) * 2 ** (7 - (this.#bits & 7));
      this.#bits += 1;
    }
  }

  /** Elias' gamma code: a minute is one bit, two or three are three bits. */
  addLength(value: number): void {
    const width = Math.floor(Math.log2(value)) + 1;
    this.add(0, width - 1);
    this.add(value, width);
  }
}

class BitReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#text.length * 8;
  }

  read(width: number): number {
    let value = 0;
    for (let bit = 0; bit < width; bit += 1) value = value * 2 + this.#readBit();
    return value;
  }

  readLength(): number {
    let zeros = 0;
    while (!this.isAtEnd && this.#readBit() === 0) zeros += 1;
    return 2 ** zeros + this.read(zeros);
  }

  #readBit(): number {
    const byte = this.#text.charCodeAt(this.#at >> 3);
    const bit = (byte >> (7 - (this.#at & 7))) & 1;
    this.#at += 1;
    return bit;
  }
}
