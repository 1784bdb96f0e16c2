import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { SampleBook, type Sample, SERVER_ITSELF } from '#server/nodes/history/sampleBook.ts';
import { sampleRepository } from '#server/nodes/history/sampleRepository.ts';
import { historyFrom, HOUR_MS } from '#domain/nodes/historySteps.ts';
import { IS_POSTGRES } from '#support/server/testPostgres.ts';
import { openTestDatabase, type TestDatabase } from '#support/server/testDatabase.ts';

const HEARTBEAT = { heartbeats: 1 };
const MINUTE_MS = 60_000;
/** The beginning of an hour. */
const START = Date.UTC(2026, 0, 1);

let database: TestDatabase;
beforeEach(async () => {
  database = await openTestDatabase();
});
afterEach(() => database.close());

const byStretch = (samples: readonly Sample[]) => new Map(samples.map((sample) => [sample.stretch, sample]));

test('finished stretches are written, and twelve times five minutes make an hour', async () => {
  const book = new SampleBook();
  for (let minute = 0; minute <= 60; minute++) {
    book.record('hall', START + minute * MINUTE_MS, { ...HEARTBEAT, brightness: minute });
  }
  const { fives, hours } = book.takeClosed();
  expect(fives.map(({ heartbeats }) => heartbeats)).toEqual(Array.from({ length: 12 }, () => 5));
  expect(hours).toEqual([
    {
      nodeId: 'hall',
      stretch: START / HOUR_MS,
      heartbeats: 60,
      minutes: 60,
      readings: 60,
      mean: 29.5,
      low: 0,
      high: 59,
    },
  ]);
  expect(book.open('hall').five).toMatchObject({ heartbeats: 1, mean: 60 });
});

test('a clock set back a little is waited for, and after a large step what follows counts', () => {
  const book = new SampleBook();
  const late = START + 3 * HOUR_MS;
  book.record('hall', late, HEARTBEAT);
  book.record('hall', late - 10 * MINUTE_MS, HEARTBEAT);
  expect(book.open('hall').five?.heartbeats).toBe(1);
  book.record('hall', START, HEARTBEAT);
  expect(book.open('hall').five).toMatchObject({ stretch: START / (5 * MINUTE_MS), heartbeats: 1 });
});

describe('after a restart', () => {
  test.each([
    ['in the same five minutes', 1],
    ['in the same hour', 20],
    ['in another hour', 130],
  ])('%s nothing that was written is lost', async (_, minutesLater) => {
    const repository = sampleRepository(database.db);
    const before = new SampleBook();
    for (let minute = 0; minute < 33; minute++) before.record('hall', START + minute * MINUTE_MS, HEARTBEAT);
    await repository.save(before.takeAll());

    const at = START + (32 + minutesLater) * MINUTE_MS;
    const after = new SampleBook();
    after.restore(await repository.loadSinceLastHour(at), at);
    after.record('hall', at, HEARTBEAT);
    after.turn(at + HOUR_MS);
    await repository.save(after.takeClosed());
    for (const span of ['day', 'month'] as const) {
      const samples = await repository.read('hall', span, at + HOUR_MS);
      const { heartbeats } = historyFrom({ node: byStretch(samples), server: new Map() }, span, at + HOUR_MS);
      expect(
        heartbeats.reduce((sum, one) => sum + one, 0),
        span,
      ).toBe(34);
    }
  });

  test('a disk that failed meanwhile loses nothing', async () => {
    const book = new SampleBook();
    book.record('hall', START, HEARTBEAT);
    book.turn(START + HOUR_MS);
    const samples = book.takeClosed();
    book.putBack(samples);
    expect(book.takeClosed()).toEqual(samples);
  });

  test('a node that was forgotten while the disk failed stays forgotten', async () => {
    const book = new SampleBook();
    for (const nodeId of ['hall', 'attic']) book.record(nodeId, START, HEARTBEAT);
    book.turn(START + HOUR_MS);
    const samples = book.takeClosed();
    book.forget('hall');
    book.putBack(samples);
    const { fives, hours } = book.takeClosed();
    expect([...fives, ...hours].map(({ nodeId }) => nodeId)).toEqual(['attic', 'attic']);
    // Its later reports count again.
    book.record('hall', START + HOUR_MS, HEARTBEAT);
    book.turn(START + 2 * HOUR_MS);
    const later = book.takeClosed();
    book.putBack(later);
    expect(book.takeClosed()).toEqual(later);
  });
});

test.skipIf(IS_POSTGRES)(
  'a year of a heartbeat a second takes far less than 5 MB of the disk, and forgetting leaves nothing',
  async () => {
    const repository = sampleRepository(database.db);
    // The pages of its own tables and indexes: others write to this database too.
    const bytes = async () => {
      const { rows } = await sql<{ bytes: number }>`
        select sum(pgsize) as bytes from dbstat
        where name in (select name from sqlite_schema where tbl_name in ('node_fives', 'node_hours'))
      `.execute(database.db);
      return rows[0]?.bytes ?? NaN;
    };
    // With a long id, which every row repeats.
    const nodeId = 'n'.repeat(128);
    const book = new SampleBook();
    const end = START + 366 * 24 * HOUR_MS;
    for (let at = START; at < end; at += HOUR_MS) {
      // 3,600 heartbeats an hour in twelve calls, so that the test is quick: the rows are the same.
      for (let five = 0; five < 12; five++) {
        book.record(nodeId, at + five * 5 * MINUTE_MS, { heartbeats: 300, brightness: five + at / HOUR_MS });
      }
      if ((at - START) % (7 * 24 * HOUR_MS) === 0) {
        await repository.save(book.takeClosed());
        await repository.thin(at);
      }
    }
    await repository.save(book.takeAll());
    expect(await bytes()).toBeLessThan(3_500_000);
    console.log('BYTES', await bytes());

    const samples = await repository.read(nodeId, 'year', end - 1);
    const { heartbeats } = historyFrom({ node: byStretch(samples), server: new Map() }, 'year', end - 1);
    // The present hour is not over.
    expect(heartbeats.reduce((sum, one) => sum + one, 0)).toBe((365 * 24 - 1) * 3_600);
    await repository.save({ fives: [], hours: [{ ...samples[0]!, nodeId: SERVER_ITSELF }] });
    await repository.forget([nodeId]);
    expect(await repository.read(nodeId, 'year', end)).toEqual([]);
    expect(await repository.read(SERVER_ITSELF, 'year', end - 1)).toHaveLength(1);
  },
);
