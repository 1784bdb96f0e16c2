import { API_PATHS } from '#contract/paths.ts';
import { KIOSK_EVENTS } from '#contract/tablets/kioskEvents.ts';
import {
  type KioskEvent,
  kioskEventFrom,
  FIRST_WORD_WITHIN_MS,
  reconnectDelayMs,
  SILENT_AFTER_MS,
  STEADY_AFTER_MS,
} from '#domain/tablets/kioskEvent.ts';
import { environment } from '#src/environment.ts';
import { keyKnown } from '#src/shared/kioskKey/kioskKey.ts';
import { onReconnect, reachable } from '#src/shared/offline/connection.ts';

interface Options {
  apiKey: string;
  onEvent: (event: KioskEvent) => void;
  /**
   * Called with the first event of each stream, since events between two streams were missed. `hasFailed`: an earlier
   * attempt failed, as after a power cut, when the tablet starts sooner than the server.
   */
  onListening: (hasFailed: boolean) => void;
  /** Called when the server, or a proxy before it, responded with something other than a stream. */
  onRefused: () => void;
}

const NAMES = Object.values(KIOSK_EVENTS);

/** Receives changes at once, for as long as the page is open; without a stream they only arrive later. */
export class TabletEvents {
  readonly #options: Options;
  readonly #unsubscribe: (() => void)[];
  #source: EventSource | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failuresInARow = 0;
  #heardSinceMs: number | undefined;

  constructor(options: Options) {
    this.#options = options;
    // The stream before may be dead without an event.
    this.#unsubscribe = [
      onReconnect(() => this.#connect()),
      // Another installation responded until now, and refused each stream.
      keyKnown.subscribe(() => keyKnown.get() && this.#connect()),
    ];
    this.#connect();
  }

  get isListening(): boolean {
    return this.#heardSinceMs !== undefined;
  }

  close(): void {
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    this.#hangUp();
  }

  #connect(): void {
    this.#hangUp();
    // `onReconnect` calls again when the server is back.
    if (!reachable.get() || typeof EventSource === 'undefined') return;
    const key = encodeURIComponent(this.#options.apiKey);
    // The key is in the query, because browsers cannot add a header to an event stream.
    const source = new EventSource(`${environment().baseApiUrl}${API_PATHS.kioskEvents}?apiKey=${key}`);
    for (const name of NAMES) {
      source.addEventListener(name, ({ data }: MessageEvent<string>) => this.#hear(kioskEventFrom(name, data)));
    }
    // By themselves all tablets would connect again at once, since browsers wait for a fixed time.
    source.addEventListener('error', () => {
      const isRefused = source.readyState === EventSource.CLOSED && this.#heardSinceMs === undefined;
      this.#fail();
      if (isRefused) this.#options.onRefused();
    });
    this.#source = source;
    this.#timer = setTimeout(() => this.#fail(), FIRST_WORD_WITHIN_MS);
  }

  #hear(event: KioskEvent | undefined): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#fail(), SILENT_AFTER_MS);
    const isFirst = this.#heardSinceMs === undefined;
    this.#heardSinceMs ??= performance.now();
    if (isFirst) this.#options.onListening(this.#failuresInARow > 0);
    if (event) this.#options.onEvent(event);
  }

  #fail(): void {
    const wasSteady = performance.now() - (this.#heardSinceMs ?? Infinity) >= STEADY_AFTER_MS;
    this.#hangUp();
    this.#failuresInARow = wasSteady ? 1 : this.#failuresInARow + 1;
    this.#timer = setTimeout(() => this.#connect(), reconnectDelayMs(this.#failuresInARow, Math.random()));
  }

  #hangUp(): void {
    clearTimeout(this.#timer);
    this.#source?.close();
    this.#source = undefined;
    this.#heardSinceMs = undefined;
  }
}
