import { setTimeout as wait } from 'node:timers/promises';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import { API_PATHS } from '#contract/paths.ts';
import { KIOSK_EVENTS } from '#contract/tablets/kioskEvents.ts';

interface ReadEvent {
  event: string;
  data: unknown;
}

/** Half the time of a test, so that the error says what was heard. */
const DEADLINE_MS = 30_000;
const LOOK_EVERY_MS = 5;

/** Reads the events of one page of a tablet from GET /kiosk/events, off the wire. */
export class EventReader {
  readonly response: Response;
  /** All but those that only say that the stream is alive. */
  readonly events: ReadEvent[] = [];
  /** The bytes as they came. */
  text = '';
  isOver = false;
  readonly #abort: AbortController;

  private constructor(response: Response, abort: AbortController) {
    this.response = response;
    this.#abort = abort;
    void this.#read();
  }

  /** Resolves when the stream has said for the first time that it is alive. */
  static async open(origin: string, key: string): Promise<EventReader> {
    return EventReader.#begin(`${origin}${API_PATHS.kioskEvents}?apiKey=${encodeURIComponent(key)}`);
  }

  /** The same for the stream of a person's account. */
  static async ofAccount(origin: string, token: string): Promise<EventReader> {
    return EventReader.#begin(origin + ADMIN_PATHS.accountEvents, { Authorization: `Bearer ${token}` });
  }

  static async #begin(url: string, headers: Record<string, string> = {}): Promise<EventReader> {
    const abort = new AbortController();
    const reader = new EventReader(await fetch(url, { signal: abort.signal, headers }), abort);
    await reader.until(() => reader.text.includes(`event: ${KIOSK_EVENTS.alive}\n`));
    return reader;
  }

  /** Resolves when there is such an event, and takes it and those before it off the list. */
  async next(event: string): Promise<ReadEvent> {
    await this.until(() => this.events.some((one) => one.event === event));
    const place = this.events.findIndex((one) => one.event === event);
    const [found] = this.events.splice(0, place + 1).slice(-1);
    if (!found) throw new Error('An event went');
    return found;
  }

  async until(isSo: () => boolean): Promise<void> {
    const deadline = performance.now() + DEADLINE_MS;
    while (!isSo()) {
      if (performance.now() > deadline) throw new Error(`Heard only ${JSON.stringify(this.text)}`);
      await wait(LOOK_EVERY_MS);
    }
  }

  close(): void {
    this.#abort.abort();
  }

  async #read(): Promise<void> {
    const decoder = new TextDecoder();
    let rest = '';
    try {
      for await (const chunk of this.response.body ?? []) {
        const text = decoder.decode(chunk, { stream: true });
        this.text += text;
        const blocks = (rest + text).split('\n\n');
        rest = blocks.pop() ?? '';
        this.#take(blocks);
      }
    } catch {
      // Cut off, by this side or the other.
    }
    this.isOver = true;
  }

  #take(blocks: string[]): void {
    for (const block of blocks) {
      const event = /^event: (.*)$/m.exec(block)?.[1];
      const data = /^data: ?(.*)$/m.exec(block)?.[1] ?? '';
      if (event === undefined || event === KIOSK_EVENTS.alive) continue;
      this.events.push({ event, data: data === '' ? undefined : JSON.parse(data) });
    }
  }
}
