import { ACCOUNT_EVENTS } from '#contract/users/accountAlbums.ts';
import { textOf } from '#domain/records.ts';
import { isWorthAnotherTry, pauseBeforeAttemptMs } from '#domain/uploads/uploadPlan.ts';
import { readAccountEvents, SILENT_AFTER_MS } from '#src/admin/api/account.ts';
import { adminCall } from '#src/admin/session/adminCall.ts';
import { openTabChannel, type TabChannel } from '#src/admin/shell/tabChannel.ts';
import { statusOf } from '#src/shared/api/http.ts';

/** An open stream of a page. */
interface Stream {
  beganAt: number;
  /** Identifies the page, and decides between two that began in one millisecond. */
  page: string;
}

/** The longest pause before one of several pages takes the place of the one whose stream is over. */
const LONGEST_TURN_MS = 1_000;
const OVER = 'over';
const CHANGES: ReadonlySet<string> = new Set([ACCOUNT_EVENTS.albums, ACCOUNT_EVENTS.permissions]);

/**
 * The events of a person's account for one page. Of all visible pages of the browser one has the stream and tells the
 * others, because a browser opens only six connections to one server. The page that was shown last has it, so that it
 * waits for nobody; when it ends, another begins one. This needs no lock: browsers have none for pages on plain http.
 */
export class SharedStream {
  readonly #page = Math.random().toString(36).slice(2);
  readonly #onChange: () => void;
  readonly #channel: TabChannel | undefined;
  #isShown = false;
  /** Aborts the stream of this page, or its attempts to open one. */
  #listening: AbortController | undefined;
  /** The open stream of this page. */
  #own: Stream | undefined;
  /** Runs out when the page that has the stream was silent for long, or when this page's turn has come. */
  #turn: ReturnType<typeof setTimeout> | undefined;
  /** Whether events may have been missed since the last one; undefined before the first. */
  #hasMissed: boolean | undefined;

  constructor(userId: string, onChange: () => void) {
    this.#onChange = onChange;
    this.#channel = openTabChannel(`circuit-tree-account:${userId}`, (message) => {
      if (this.#isShown) this.#hear(textOf(message, 'event'), { ...message, page: textOf(message, 'page') });
    });
  }

  show(): void {
    if (this.#isShown) return;
    this.#isShown = true;
    this.#begin();
  }

  hide(): void {
    this.#isShown = false;
    clearTimeout(this.#turn);
    this.#end();
    this.#miss();
  }

  close(): void {
    this.hide();
    this.#channel?.close();
  }

  #begin(): void {
    clearTimeout(this.#turn);
    this.#listening = new AbortController();
    void this.#listen(this.#listening.signal);
  }

  /** Reads one stream after another, with growing pauses where they fail, or end at their beginning. */
  async #listen(signal: AbortSignal): Promise<void> {
    let failuresInARow = 0;
    while (!signal.aborted) {
      const beganAt = Date.now();
      const onEvent = (event: string) => {
        if (signal.aborted) return;
        if (this.#own) failuresInARow = 0;
        this.#own ??= { beganAt, page: this.#page };
        this.#say(event);
        this.#receive(event);
      };
      try {
        await adminCall((token) => readAccountEvents(token, { signal, onEvent }));
      } catch (error) {
        // Nobody listens any more, the session has ended, or the server has no such stream.
        if (!isWorthAnotherTry(statusOf(error))) this.#end();
      }
      if (signal.aborted) return;
      this.#leave();
      this.#miss();
      failuresInARow += 1;
      await pause(pauseBeforeAttemptMs(failuresInARow), signal);
    }
  }

  /** An event of the stream of another page. */
  #hear(event: string, message: Record<string, unknown> & { page: string }): void {
    if (event === OVER) {
      // A page that is listening by itself begins its next stream anyway.
      if (this.#listening) return;
      this.#miss();
      this.#takeTurn(Math.random() * LONGEST_TURN_MS);
      return;
    }
    const other = { beganAt: Number(message.beganAt), page: message.page };
    if (this.#own && isNewer(this.#own, other)) return this.#say(ACCOUNT_EVENTS.alive);
    this.#own = undefined;
    this.#end();
    this.#takeTurn(SILENT_AFTER_MS);
    this.#receive(event);
  }

  /** Begins a stream after this time, unless one of another page is heard before. */
  #takeTurn(ms: number): void {
    clearTimeout(this.#turn);
    this.#turn = setTimeout(() => {
      this.#miss();
      this.#begin();
    }, ms);
  }

  #receive(event: string): void {
    const hasMissed = this.#hasMissed === true;
    this.#hasMissed = false;
    if (hasMissed || CHANGES.has(event)) this.#onChange();
  }

  #miss(): void {
    if (this.#hasMissed !== undefined) this.#hasMissed = true;
  }

  /** Ends the stream of this page, or its attempts. */
  #end(): void {
    this.#leave();
    this.#listening?.abort();
    this.#listening = undefined;
  }

  /** Leaves the stream to other pages. */
  #leave(): void {
    if (this.#own) this.#say(OVER);
    this.#own = undefined;
  }

  #say(event: string): void {
    this.#channel?.say({ event, beganAt: this.#own?.beganAt ?? 0, page: this.#page });
  }
}

function isNewer(one: Stream, other: Stream): boolean {
  return one.beganAt === other.beganAt ? one.page > other.page : one.beganAt > other.beganAt;
}

/** Ends at once when the signal aborts. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
