import { describe, expect, test } from 'vitest';
import {
  beginWatch,
  type Check,
  CHECK_EVERY_MS,
  GATHER_MS,
  watch,
  type WatchState,
} from '#domain/alerts/alertWatch.ts';

const MINUTE_MS = 60_000;
const SILENT_MS = 5 * MINUTE_MS;

/** A server that checks every five seconds; nodes are heard when the test says so. */
class Watching {
  now = 1_000_000;
  isQuiet = false;
  network = { isUp: true, mark: 'a' };
  readonly holdsMs: Record<string, number | null> = {};
  readonly excused = new Set<string>();
  readonly told: string[] = [];
  readonly #heardAt = new Map<string, number>();
  #state: WatchState;

  constructor(told: string[] = []) {
    this.#state = beginWatch(told);
  }

  hear(...nodeIds: string[]): this {
    for (const nodeId of nodeIds) this.#heardAt.set(nodeId, this.now);
    return this;
  }

  forget(nodeId: string): void {
    this.#heardAt.delete(nodeId);
  }

  check(): void {
    const conditions = Array.from(this.#heardAt, ([id, heardAt]) => ({
      id,
      since: heardAt,
      holdsMs: this.holdsMs[id] === undefined ? SILENT_MS : this.holdsMs[id],
      isExcused: this.excused.has(id),
    }));
    const check: Check = { now: this.now, conditions, network: this.network, isQuiet: this.isQuiet };
    const { state, news } = watch(this.#state, check);
    this.#state = state;
    if (news.begun.length > 0) this.told.push(`silent: ${news.begun.join(' ')}`);
    if (news.over.length > 0) this.told.push(`back: ${news.over.join(' ')}`);
    if (news.dropped.length > 0) this.told.push(`dropped: ${news.dropped.join(' ')}`);
  }

  /** Lets time pass, with heartbeats of these nodes at every look. */
  pass(ms: number, ...alive: string[]): this {
    for (const end = this.now + ms; this.now < end; this.now += CHECK_EVERY_MS) {
      this.hear(...alive);
      this.check();
    }
    return this;
  }
}

const started = (...nodeIds: string[]) => new Watching().hear(...nodeIds).pass(MINUTE_MS, ...nodeIds);

describe('a silent node', () => {
  test('is told once, within a minute of its time, and once more when it is back', () => {
    const server = started('a', 'b').pass(SILENT_MS, 'b');
    expect(server.told).toEqual([]);
    expect(server.pass(MINUTE_MS, 'b').told).toEqual(['silent: a']);
    server.pass(60 * MINUTE_MS, 'b');
    expect(server.told).toHaveLength(1);
    expect(server.pass(MINUTE_MS, 'a', 'b').told).toEqual(['silent: a', 'back: a']);
  });

  test('comes in one message with those that fall silent within half a minute', () => {
    const server = started('a', 'b', 'c', 'd').pass(10_000, 'b', 'c', 'd').pass(5_000, 'd');
    server.pass(SILENT_MS + 2 * MINUTE_MS, 'd');
    expect(server.told).toEqual(['silent: a b c']);
  });

  test('that reports again while the others are waited for is not told', () => {
    const server = started('a', 'b').pass(SILENT_MS + GATHER_MS / 2, 'b');
    expect(server.pass(20 * MINUTE_MS, 'a', 'b').told).toEqual([]);
  });

  test('that was never heard is not told', () => {
    const { state, news } = watch(beginWatch([]), {
      now: 1e9,
      conditions: [{ id: 'new', since: null, holdsMs: 0 }],
      network: { isUp: true, mark: '' },
      isQuiet: false,
    });
    expect([news.begun, state.due.size]).toEqual([[], 0]);
  });

  test('that reports once and falls silent again stays told', () => {
    const server = started('a', 'b').pass(SILENT_MS + MINUTE_MS, 'b');
    server.isQuiet = true;
    server.pass(5_000, 'a', 'b').pass(2 * SILENT_MS, 'b');
    server.isQuiet = false;
    expect(server.pass(10 * MINUTE_MS, 'b').told).toEqual(['silent: a']);
  });
});

describe('nobody is told of', () => {
  test('a node for which the rule is off, or that is muted; nor that it is back', () => {
    const server = started('a', 'b');
    server.holdsMs.a = null;
    expect(server.pass(3 * SILENT_MS, 'b').told).toEqual([]);
    server.holdsMs.a = SILENT_MS;
    expect(server.pass(MINUTE_MS, 'b').told).toEqual(['silent: a']);
    server.holdsMs.a = null;
    expect(server.pass(MINUTE_MS, 'a', 'b').told).toEqual(['silent: a', 'dropped: a']);
  });

  test('a forgotten node', () => {
    const server = started('a', 'b').pass(SILENT_MS + MINUTE_MS, 'b');
    server.forget('a');
    expect(server.pass(MINUTE_MS, 'b').told).toEqual(['silent: a', 'dropped: a']);
  });

  test('those that were silent before the start, until they had their whole time again', () => {
    const server = new Watching().hear('a', 'b');
    server.now += 60 * MINUTE_MS;
    expect(server.pass(SILENT_MS - MINUTE_MS, 'b').told).toEqual([]);
    expect(server.pass(3 * MINUTE_MS, 'b').told).toEqual(['silent: a']);
  });

  test.each([
    ['a machine that slept', (server: Watching) => void (server.now += 8 * 60 * MINUTE_MS)],
    [
      'a lost network',
      (server: Watching) => {
        server.network = { isUp: false, mark: 'a' };
        server.pass(60 * MINUTE_MS);
        server.network = { isUp: true, mark: 'a' };
      },
    ],
    ['other addresses', (server: Watching) => void (server.network = { isUp: true, mark: 'b' })],
  ])('those that were nearly due, until they had their whole time again after %s', (_, fault) => {
    const server = started('a', 'b').pass(SILENT_MS - MINUTE_MS, 'b');
    fault(server);
    expect(server.pass(SILENT_MS - MINUTE_MS, 'b').told).toEqual([]);
    expect(server.pass(3 * MINUTE_MS, 'b').told).toEqual(['silent: a']);
  });
});

type Since = Record<string, number | null>;
type Seconds = Pick<Check, 'network'> & { at: number; since: Since };

/** Checks at these seconds; returns what was told at each that told anything. */
function newsOf(checks: Seconds[], holdsS = 0): string[] {
  let state = beginWatch([]);
  return checks.flatMap(({ at, since, network }) => {
    const conditions = Object.entries(since).map(([id, from]) => {
      return { id, since: from === null ? null : from * 1_000, holdsMs: holdsS * 1_000 };
    });
    const after = watch(state, { now: at * 1_000, conditions, network, isQuiet: false });
    state = after.state;
    const { begun, over } = after.news;
    return begun.length + over.length > 0 ? [[at, ...begun, ...over.map((id) => `over ${id}`)].join(' ')] : [];
  });
}

function eachSecond([from, to]: [number, number], since: Since, mark = 'a'): Seconds[] {
  return Array.from({ length: to - from + 1 }, (_, index) => ({
    at: from + index,
    since,
    network: { isUp: true, mark },
  }));
}

describe('to the second', () => {
  test('what holds for its time is told when the first of a message has waited for others', () => {
    expect(newsOf(eachSecond([0, 60], { a: 0 }), 10)).toEqual(['50 a']);
    const ends = [...eachSecond([0, 40], { a: 0 }), ...eachSecond([41, 90], { a: null })];
    expect(newsOf(ends)).toEqual(['40 a', '81 over a']);
  });

  test('those come along, by name, that have waited for long enough to notice a lost network', () => {
    expect(newsOf(eachSecond([0, 60], { c: 15, b: 15, a: 0, d: 16 }))).toEqual(['40 a b c', '56 d']);
  });

  test.each([
    [15, '60 a'],
    [16, '71 a'],
  ])('a pause of %i s of the server: only one that is too long begins the time anew', (seconds, says) => {
    expect(newsOf([...eachSecond([0, 5], { a: 0 }), ...eachSecond([5 + seconds, 80], { a: 0 })], 10)).toEqual([says]);
  });

  test('another network begins the waiting anew', () => {
    expect(newsOf([...eachSecond([0, 29], { a: 0 }), ...eachSecond([30, 80], { a: 0 }, 'b')])).toEqual(['70 a']);
  });
});

test('what was told before a restart is not told again, and its return is', () => {
  const server = new Watching(['a', 'gone']);
  // A server whose clock was set back while it was off: the node seems to be heard just now.
  server.hear('a', 'b').check();
  expect(server.pass(3 * SILENT_MS, 'b').told).toEqual(['dropped: gone']);
  expect(server.pass(MINUTE_MS, 'a', 'b').told).toEqual(['dropped: gone', 'back: a']);
});

test('what came back for a moment and went again is not told as back when it is excused', () => {
  const server = started('wall', 'b').pass(SILENT_MS + MINUTE_MS, 'b');
  server.isQuiet = true;
  server.pass(5_000, 'wall', 'b').pass(2 * SILENT_MS, 'b');
  server.isQuiet = false;
  server.excused.add('wall');
  expect(server.pass(10 * MINUTE_MS, 'b').told).toEqual(['silent: wall']);
});

describe('a thing that is excused', () => {
  test('is not told meanwhile, and has its whole time again afterwards', () => {
    const server = started('wall', 'b');
    server.excused.add('wall');
    server.pass(10 * SILENT_MS, 'b');
    server.excused.delete('wall');
    expect(server.pass(SILENT_MS - MINUTE_MS, 'b').told).toEqual([]);
    expect(server.pass(3 * MINUTE_MS, 'b').told).toEqual(['silent: wall']);
  });

  test('was told before, and is told once more when it is back, at whatever hour', () => {
    const server = started('wall', 'b').pass(SILENT_MS + MINUTE_MS, 'b');
    server.excused.add('wall');
    server.pass(10 * SILENT_MS, 'b');
    expect(server.pass(MINUTE_MS, 'wall', 'b').told).toEqual(['silent: wall', 'back: wall']);
  });
});

test('in quiet hours nothing is told, and at their end what is still so', () => {
  const server = started('a', 'b', 'c');
  server.isQuiet = true;
  server.pass(SILENT_MS + 2 * MINUTE_MS, 'c').pass(60 * MINUTE_MS, 'b', 'c');
  expect(server.told).toEqual([]);
  server.isQuiet = false;
  expect(server.pass(MINUTE_MS, 'b', 'c').told).toEqual(['silent: a']);
});
