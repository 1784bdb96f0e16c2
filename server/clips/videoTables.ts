import { CLIP_BOUNDS } from '#contract/clips/clips.ts';
import { BOX_HEAD_BYTES, type BoxHead, boxHeadAt, textAt } from '#domain/clips/boxHead.ts';
import { VideoRefusal } from './videoRefusal.ts';

/**
 * Bounds what a video's tables of contents claim, before a reader believes them: four bytes of a damaged file can claim
 * four thousand million frames, which would be counted until the process is ended.
 */

/** No camera films a tenth of it within a clip; it keeps the tables within the process's memory. */
const MOST_ENTRIES = 500_000;
/** Cameras write some dozens; a video in fragments has about eight for each. */
const MOST_BOXES = 50_000;
/** A table of contents of that many bytes would have more entries. */
const MOST_CONTENT_BYTES = 16 * MOST_ENTRIES;
const WINDOW_BYTES = 64 * 1024;

const CONTENTS: readonly string[] = ['moov', 'moof'];
const CONTAINERS: readonly string[] = ['trak', 'edts', 'mdia', 'minf', 'stbl', 'mvex', 'traf'];
/** The bytes of each entry of a table, behind its version, flags and count. */
const ENTRY_BYTES: Readonly<Record<string, number>> = {
  elst: 12,
  stts: 8,
  ctts: 8,
  stss: 4,
  stsc: 12,
  stco: 4,
  co64: 8,
};

/** Refuses a video whose tables claim more than their bytes can hold, or more than any clip has. */
export async function checkTables(video: Blob): Promise<void> {
  const count = new BoxCount();
  const window = new Window(video);
  for (let place = 0; place + 8 <= video.size;) {
    const head = boxAt(await window.at(place, BOX_HEAD_BYTES), 0);
    if (!head) return;
    count.add();
    const bytes = Math.min(head.bytes, video.size - place);
    if (CONTENTS.includes(head.name)) {
      if (bytes > MOST_CONTENT_BYTES) throw tooMuch();
      const content = new DataView(await video.slice(place, place + bytes).arrayBuffer());
      walk(content, head, { count, track: new Track() });
    }
    place += head.bytes;
  }
}

/** Reads a file in parts, of which it holds one. */
class Window {
  readonly #file: Blob;
  #start = 0;
  #view = new DataView(new ArrayBuffer(0));

  constructor(file: Blob) {
    this.#file = file;
  }

  async at(place: number, bytes: number): Promise<DataView> {
    const end = Math.min(place + bytes, this.#file.size);
    if (place < this.#start || end > this.#start + this.#view.byteLength) {
      this.#view = new DataView(await this.#file.slice(place, place + WINDOW_BYTES).arrayBuffer());
      this.#start = place;
    }
    return new DataView(this.#view.buffer, place - this.#start, end - place);
  }
}

class BoxCount {
  #boxes = 0;

  add(): void {
    this.#boxes += 1;
    if (this.#boxes > MOST_BOXES) throw tooMuch();
  }
}

/** The claims of one track, or of one fragment. */
class Track {
  #samples = 0;
  #perChunk = 0;
  #timed = 0;
  #run = 0;
  #isVideo = false;

  /** Sound may have thousands of samples in a chunk whose sizes are not listed; nobody reads its tables. */
  handledBy(handler: string): void {
    this.#isVideo ||= handler === 'vide';
  }

  sized(samples: number): void {
    this.#samples += samples;
  }

  timed(samples: number): void {
    this.#timed += samples;
  }

  chunked(perChunk: number): void {
    this.#perChunk = Math.max(this.#perChunk, perChunk);
  }

  ran(samples: number): void {
    this.#run += samples;
    if (this.#run > MOST_ENTRIES) throw tooMuch();
  }

  check(): void {
    if (!this.#isVideo) return;
    if (Math.max(this.#samples, this.#timed) > MOST_ENTRIES) throw tooMuch();
    if (this.#perChunk > this.#samples) throw damaged();
  }
}

/** Undefined where no box begins, or where its size is smaller than its head: nothing can be walked through then. */
function boxAt(view: DataView, place: number): BoxHead | undefined {
  const head = boxHeadAt(view, place);
  return head && head.bytes >= head.headBytes ? head : undefined;
}

interface Walk {
  count: BoxCount;
  track: Track;
}

/** Walks through the boxes of a container, whose own head stands at the beginning of the view. */
function walk(view: DataView, { headBytes }: BoxHead, { count, track }: Walk): void {
  for (let place = headBytes; ;) {
    const box = boxAt(view, place);
    if (!box) return;
    count.add();
    const left = view.byteLength - place;
    const content = new DataView(view.buffer, view.byteOffset + place, Math.min(box.bytes, left));
    if (box.name === 'trak') {
      const own = new Track();
      walk(content, box, { count, track: own });
      own.check();
    } else if (CONTAINERS.includes(box.name)) walk(content, box, { count, track });
    else checkTable(content, box, track);
    place += box.bytes;
  }
}

function checkTable(view: DataView, { name, headBytes }: BoxHead, track: Track): void {
  const fields = new Fields(view, headBytes);
  if (name === 'hdlr') track.handledBy(fields.has(12) ? textAt(view, headBytes + 8) : '');
  else if (name === 'stsz') track.sized(sizes(fields));
  // Its sizes may have four bits; the reader takes all from the box at once, or finds them missing.
  else if (name === 'stz2') track.sized(fields.numberAt(8));
  else if (name === 'trun') track.ran(run(fields));
  else entries(fields, name, track);
}

function entries(fields: Fields, name: string, track: Track): void {
  const bytes = ENTRY_BYTES[name];
  if (bytes === undefined) return;
  const count = fields.numberAt(4);
  if (!fields.has(8 + count * bytes)) throw damaged();
  const firsts = name === 'stts' || name === 'ctts';
  let samples = 0;
  for (let entry = 0; entry < count; entry += 1) {
    const place = 8 + entry * bytes;
    if (firsts) samples += fields.numberAt(place);
    else if (name === 'stsc') track.chunked(fields.numberAt(place + 4));
  }
  track.timed(samples);
}

/** One size for all, or a size for each. */
function sizes(fields: Fields): number {
  const [size, count] = [fields.numberAt(4), fields.numberAt(8)];
  if (size === 0 && !fields.has(12 + count * 4)) throw damaged();
  return count;
}

const RUN_FLAGS = { dataOffset: 0x1, firstFlags: 0x4, each: [0x1_00, 0x2_00, 0x4_00, 0x8_00] };

/** The flags say which of its fields each sample has; one without any takes no bytes. */
function run(fields: Fields): number {
  const [flags, count] = [fields.numberAt(0), fields.numberAt(4)];
  const isSet = (flag: number) => (flags & flag) !== 0;
  const before = 8 + (isSet(RUN_FLAGS.dataOffset) ? 4 : 0) + (isSet(RUN_FLAGS.firstFlags) ? 4 : 0);
  if (!fields.has(before + count * 4 * RUN_FLAGS.each.filter(isSet).length)) throw damaged();
  return count;
}

/** The numbers behind the head of a box. */
class Fields {
  readonly #view: DataView;
  readonly #start: number;

  constructor(view: DataView, start: number) {
    this.#view = view;
    this.#start = start;
  }

  has(bytes: number): boolean {
    return this.#start + bytes <= this.#view.byteLength;
  }

  numberAt(place: number): number {
    if (!this.has(place + 4)) throw damaged();
    return this.#view.getUint32(this.#start + place);
  }
}

function damaged(): VideoRefusal {
  return new VideoRefusal('damaged');
}

function tooMuch(): VideoRefusal {
  return new VideoRefusal(`longer than ${CLIP_BOUNDS.seconds} seconds`);
}
