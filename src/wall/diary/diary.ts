import { DIARY_LIMITS } from '#contract/diary/diary.ts';
import { DIARY } from '#contract/diary/storageKeys.ts';
import type { DiaryEntry } from '#contract/diary/schemas.ts';
import { hash32 } from '#domain/hash32.ts';
import { decodeDiary, encodeDiary, photosAsText, photosIn, withMinute, withoutEntries } from '#domain/diary/diary.ts';
import { withTimeout } from '#domain/timing.ts';
import { reachable } from '#src/shared/offline/connection.ts';
import { rolledBackBuild } from '#src/wall/home/rolledBackBuild.ts';
import { isWallDark } from '#src/shared/tablet/dark.ts';
import { photoOnScreen } from '#src/shared/tablet/slideshowControl.ts';
import { storedTablet } from '#src/shared/device/storedTablet.ts';
import type { News, NewsInReport } from '#src/wall/slots.ts';

const MINUTE_MS = 60_000;
/** Late enough for the first photo to be shown. */
const FIRST_LOOK_AFTER_MS = 5_000;
const BUILD_MS = 2_000;
/** The interval of sending minutes while nothing waits; the server then stores them. */
const SEND_EVERY_MS = 10 * MINUTE_MS;
/** The size of a part, which is stored again each minute while it grows. */
const ENTRIES_PER_PART = 1_000;
/** A longer gap means that the device's date was changed. */
const LONGEST_OFF_MINUTES = DIARY_LIMITS.days * 24 * 60;

/** The tablet's diary of its minutes, stored until the server has them. */
export class Diary implements News {
  readonly #apiKey: string;
  /** The last one grows. */
  #parts: { number: number; text: string }[] = [];
  #open: DiaryEntry[] = [];
  #photos: number[] = [];
  /** The first minute that is not in the diary; 0: the diary is empty. */
  #until = 0;
  #leftBuild = '';
  #mark: DiaryEntry['mark'] = 'started';
  #isFirstCheck = true;
  #sentAtMs = -Infinity;
  #isClosed = false;
  #timer: ReturnType<typeof setTimeout>;

  constructor(apiKey: string) {
    this.#apiKey = apiKey;
    this.#timer = setTimeout(() => void this.#begin(), FIRST_LOOK_AFTER_MS);
  }

  next(): NewsInReport | undefined {
    const diary = this.#nextEntries();
    if (diary.length === 0) return undefined;
    const arrived = () => {
      this.#forget(diary);
      return diary.length === DIARY_LIMITS.perReport;
    };
    return { fields: { diary }, arrived };
  }

  /** The entries for one report. */
  #nextEntries(): DiaryEntry[] {
    const [oldest] = this.#parts;
    const isBehind = this.#parts.length > 1;
    if (!oldest || (!isBehind && performance.now() - this.#sentAtMs < SEND_EVERY_MS)) return [];
    const entries = isBehind ? decodeDiary(oldest.text, this.#photos) : this.#open;
    return entries.slice(0, DIARY_LIMITS.perReport);
  }

  /** Drops the entries that the server has. */
  #forget(sent: readonly DiaryEntry[]): void {
    const [oldest, ...others] = this.#parts;
    if (others.length === 0) this.#open = withoutEntries(this.#open, sent);
    else if (oldest) {
      const left = withoutEntries(decodeDiary(oldest.text, this.#photos), sent);
      oldest.text = encodeDiary(left, this.#photos);
      if (left.length > 0) store(DIARY.part + oldest.number, oldest.text);
      else this.#dropOldest();
    }
    if (this.#parts.length > 1) return;
    if (sent.length < DIARY_LIMITS.perReport) this.#sentAtMs = performance.now();
    if (this.#open.length === 0) this.#photos = [];
    this.#save();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    // The diary ends with its key.
    if (!storedTablet(this.#apiKey)) forgetDiary();
  }

  async #begin(): Promise<void> {
    // Loads the diary only now, because a page that was opened with a replaced key is reloaded with the new one first.
    this.#load();
    const left = await withTimeout(rolledBackBuild(), BUILD_MS, () => undefined);
    if (left !== undefined && left !== this.#leftBuild) this.#mark = 'back';
    this.#leftBuild = left ?? '';
    if (!this.#isClosed) this.#checkWall();
  }

  /** Runs once a minute, as soon as the minute begins. */
  #checkWall(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#checkWall(), MINUTE_MS - (Date.now() % MINUTE_MS));
    // Nobody sees this page: the wall is off, or it shows another page, which continues this diary.
    if (document.visibilityState === 'hidden') {
      this.#isFirstCheck = true;
      return;
    }
    if (this.#isFirstCheck && this.#until > 0) this.#load();
    const at = Math.floor(Date.now() / MINUTE_MS);
    if (at === this.#until - 1) return;
    const gap = at - this.#until;
    // The clock was set back.
    if (gap < 0) this.#beginPart();
    if (this.#isFirstCheck && gap > 0 && gap <= LONGEST_OFF_MINUTES) {
      this.#open = [...this.#open, { at: this.#until, minutes: gap, shows: 'off' }];
    }
    this.#open = withMinute(this.#open, { at, ...stateOfWall(), ...(this.#mark && { mark: this.#mark }) });
    this.#mark = undefined;
    this.#isFirstCheck = false;
    this.#until = at + 1;
    this.#save();
    if (this.#open.length >= ENTRIES_PER_PART) this.#beginPart();
  }

  #save(): void {
    const part = this.#parts.at(-1);
    if (!part) return;
    part.text = encodeDiary(this.#open, this.#photos);
    store(DIARY.photos, photosAsText(this.#photos));
    store(DIARY.part + part.number, part.text);
    store(DIARY.until, JSON.stringify({ until: this.#until, leftBuild: this.#leftBuild }));
    while (this.#parts.length > 1 && this.#bytes() > DIARY_LIMITS.bytes) this.#dropOldest();
  }

  #bytes(): number {
    return this.#parts.reduce((sum, { text }) => sum + text.length, this.#photos.length * 4);
  }

  #dropOldest(): void {
    const dropped = this.#parts.shift();
    if (dropped) remove(DIARY.part + dropped.number);
  }

  #beginPart(): void {
    const last = this.#parts.at(-1);
    if (last && this.#open.length === 0) return;
    this.#parts.push({ number: (last?.number ?? 0) + 1, text: '' });
    this.#open = [];
  }

  #load(): void {
    // The stored diary may be that of an earlier tablet.
    if (storedTablet(this.#apiKey)) this.#read();
    else forgetDiary();
    if (this.#parts.length === 0) this.#beginPart();
    this.#open = decodeDiary(this.#parts.at(-1)?.text ?? '', this.#photos);
    const last = this.#open.at(-1);
    if (last) this.#until = Math.max(this.#until, last.at + last.minutes);
  }

  #read(): void {
    try {
      this.#photos = photosIn(localStorage.getItem(DIARY.photos) ?? '');
      const { until, leftBuild }: Record<string, unknown> = JSON.parse(localStorage.getItem(DIARY.until) ?? '{}');
      if (typeof until === 'number') this.#until = until;
      if (typeof leftBuild === 'string') this.#leftBuild = leftBuild;
      this.#parts = Object.keys(localStorage)
        .filter((name) => name.startsWith(DIARY.part))
        .map((name) => ({
          number: Number(name.slice(DIARY.part.length)),
          text: localStorage.getItem(name) ?? '',
        }))
        .sort((a, b) => a.number - b.number);
    } catch {
      // A page that may not use storage records its own minutes only.
    }
  }
}

function stateOfWall(): Pick<DiaryEntry, 'shows' | 'photo' | 'offline'> {
  const offline = reachable.get() ? {} : { offline: true };
  if (isWallDark()) return { shows: 'dark', ...offline };
  const photo = photoOnScreen.get();
  return photo
    ? { shows: 'photo', photo: hash32(`${photo.albumSlug}/${photo.filename}`), ...offline }
    : { shows: 'page', ...offline };
}

function forgetDiary(): void {
  try {
    for (const name of Object.keys(localStorage)) {
      if (name.startsWith(DIARY.part) || name === DIARY.photos || name === DIARY.until) localStorage.removeItem(name);
    }
  } catch {
    // Without storage there is nothing to delete.
  }
}

function store(name: string, text: string): void {
  try {
    localStorage.setItem(name, text);
  } catch {
    // A full storage: the minutes stay in memory, and are sent from there.
  }
}

function remove(name: string): void {
  try {
    localStorage.removeItem(name);
  } catch {
    // A part that stays is sent once more, which changes nothing.
  }
}
