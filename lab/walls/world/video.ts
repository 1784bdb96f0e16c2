import type { Clock, Owner } from './clock.ts';
import { Listeners } from './scope.ts';
import { SimRequest, type SimResponse } from './web.ts';

/** The part of the device that draws videos. */
export type Decoder = 'fine' | 'draws nothing' | 'halts' | 'refuses';

/** A video is a text. */
const VIDEO = /^a video of (\d+) s, named (\S+)\.$/;
/** A player reads the beginning first, and then asks for the rest. */
const BEGINNING = 8;
const FRAME_MS = 33;
const HALTS_AFTER_MS = 1_000;

export function videoNamed(name: string, seconds: number): string {
  return `a video of ${seconds} s, named ${name}.`;
}

interface Parts {
  clock: Clock;
  owner: Owner;
  decoder: () => Decoder;
  /** A request of its page. */
  fetch: (request: SimRequest) => Promise<SimResponse>;
}

/** A video element: it loads its source in parts, and draws frames until the end, or for as long as its decoder does. */
export class SimVideo {
  readonly style: Record<string, string> = {};
  readonly dataset: Record<string, string> = {};
  /** The last source of which a frame was drawn, and when the first of its frames was. */
  lastDrawn: { src: string; atMs: number } | undefined;
  /** The last frame is drawn then. */
  drawnUntilMs = -Infinity;
  readonly #parts: Parts;
  readonly #listeners = new Listeners();
  #src = '';
  #onFrame: (() => void)[] = [];
  /** Counts the sources: what was begun for an earlier one is over. */
  #sources = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  readonly addEventListener = this.#listeners.add;

  get src(): string {
    return this.#src;
  }

  set src(src: string) {
    this.#sources += 1;
    this.#src = src;
    this.#onFrame = [];
    this.drawnUntilMs = -Infinity;
  }

  hasAttribute(name: string): boolean {
    return name === 'src' && this.#src !== '';
  }

  removeAttribute(name: string): void {
    if (name === 'src') this.src = '';
  }

  pause(): void {
    // Its source goes next.
  }

  load(): void {
    // Without a source there is nothing to load.
  }

  remove(): void {
    // Nobody asks where an element is.
  }

  /** Called with the next frame. */
  requestVideoFrameCallback(run: () => void): void {
    this.#onFrame.push(run);
    if (this.#parts.clock.monotonicMs < this.drawnUntilMs) this.#in(FRAME_MS, () => this.#drawFrame());
  }

  async play(): Promise<void> {
    const mine = this.#sources;
    const found = VIDEO.exec(await this.#read().catch(() => ''));
    if (mine !== this.#sources) throw new DOMException('Another source', 'AbortError');
    const decoder = this.#parts.decoder();
    const isSame = found?.[2] !== undefined && this.#src.endsWith(`/${found[2]}`);
    if (!isSame || decoder === 'refuses') {
      this.#listeners.fire('error');
      throw new DOMException('No video', 'NotSupportedError');
    }
    if (decoder !== 'draws nothing') this.#draw(Number(found[1]) * 1_000, decoder === 'halts');
  }

  #draw(lengthMs: number, isHalting: boolean): void {
    const drawnMs = isHalting ? HALTS_AFTER_MS : lengthMs;
    const atMs = this.#parts.clock.monotonicMs;
    this.lastDrawn = { src: this.#src, atMs };
    this.drawnUntilMs = atMs + drawnMs;
    this.#in(0, () => this.#drawFrame());
    this.#in(drawnMs, () => this.#listeners.fire(isHalting ? 'waiting' : 'ended'));
  }

  #drawFrame(): void {
    for (const run of this.#onFrame.splice(0)) run();
  }

  #in(inMs: number, run: () => void): void {
    const { clock, owner } = this.#parts;
    const mine = this.#sources;
    clock.set(owner, () => mine === this.#sources && run(), { inMs });
  }

  async #read(): Promise<string> {
    const first = await this.#part(0);
    let content = first.content.slice(0, BEGINNING);
    while (content.length < first.size) {
      const more = await this.#part(content.length);
      if (more.content === '') throw new Error('No more comes');
      content += more.content;
    }
    return content;
  }

  /** Safari plays nothing of a server that sends no parts. `size` is that of the whole. */
  async #part(from: number): Promise<{ content: string; size: number }> {
    const response = await this.#parts.fetch(new SimRequest(this.#src, { headers: { Range: `bytes=${from}-` } }));
    const content = await response.text();
    const [, begins, size] = /^bytes (\d+)-\d+\/(\d+)$/.exec(response.headers.get('Content-Range') ?? '') ?? [];
    if (response.status !== 206 || Number(begins) !== from) throw new Error('Not this part');
    return { content, size: Number(size) };
  }
}
