import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { DecodePool } from '#server/photos/decode/decodePool.ts';
import { type Job, mayBegin, moreShares, FairQueue } from '#server/photos/decode/decodeShares.ts';
import { writeVariants } from '#server/photos/decode/variants.ts';
import { DECODERS } from '#server/core/limits.ts';

const ALL = DECODERS.processes.usual;
const request = { files: { original: '', medium: '', thumbnail: '' }, contentHash: '', maxPixels: 1 };
const job = (owner: string, shares = 1): Job => ({ owner, shares, request, wasInterrupted: false });
const jobs = (owner: string, count: number): Job[] => Array.from({ length: count }, () => job(owner));

describe('the queue', () => {
  test('gives each owner a turn, however much another has waiting', () => {
    const queue = new FairQueue<string>();
    for (let count = 1; count <= 20; count++) queue.add('ann', `ann ${count}`);
    queue.add('ben', 'ben 1');
    queue.add('eve', 'eve 1');
    expect([1, 2, 3, 4].map(() => queue.take(() => true))).toEqual(['ann 1', 'ben 1', 'eve 1', 'ann 2']);
    expect(queue.size).toBe(18);
  });

  test('does a job again before the others of its owner', () => {
    const queue = new FairQueue<string>();
    queue.add('ann', 'first');
    queue.add('ann', 'second');
    queue.putBack('ann', queue.take(() => true) ?? '');
    expect(queue.heads).toEqual(['first']);
  });
});

describe('the memory of all decoders', () => {
  test('is never given out twice', () => {
    expect(mayBegin(job('ben'), { all: ALL, running: jobs('ann', ALL - 1), waiting: [] })).toBe(true);
    expect(mayBegin(job('eve'), { all: ALL, running: [...jobs('ann', ALL - 1), job('ben')], waiting: [] })).toBe(false);
    expect(mayBegin(job('ben', ALL - 1), { all: ALL, running: jobs('ann', 2), waiting: [] })).toBe(false);
  });

  test('keeps a share for others, whatever one uploader has', () => {
    expect(mayBegin(job('ann'), { all: ALL, running: jobs('ann', ALL - 1), waiting: [] })).toBe(false);
    expect(mayBegin(job('ann'), { all: ALL, running: [job('ann', ALL - 1)], waiting: [] })).toBe(false);
    expect(mayBegin(job('ben'), { all: ALL, running: [job('ann', ALL - 1)], waiting: [] })).toBe(true);
  });

  test('gets free for a big picture, which small ones cannot keep waiting', () => {
    const waiting = [job('ann', ALL - 1)];
    expect(mayBegin(job('ben'), { all: ALL, running: jobs('eve', 1), waiting })).toBe(false);
    expect(mayBegin(job('ben'), { all: ALL, running: [], waiting })).toBe(true);
    expect(mayBegin(job('ann', ALL - 1), { all: ALL, running: jobs('ben', 1), waiting })).toBe(true);
  });

  test('is all that one picture may need', () => {
    expect([moreShares(1, ALL), moreShares(ALL - 1, ALL), moreShares(ALL, ALL)]).toEqual([ALL - 1, ALL, undefined]);
    expect(mayBegin(job('ann', ALL), { all: ALL, running: [], waiting: [] })).toBe(true);
  });
});

describe('the pool', () => {
  const entry = fileURLToPath(new URL('../support/hostileDecoder.ts', import.meta.url));
  let pool: DecodePool;
  afterEach(() => pool.close());

  test('has an end to the pictures that wait', async () => {
    pool = new DecodePool({ entry, processes: 2, waiting: 3 });
    const options = { signal: new AbortController().signal, owner: 'ann' };
    const decoding = Array.from({ length: 5 }, () => pool.decode(request, options).catch((error: unknown) => error));
    expect(await decoding[4]).toMatchObject({ reason: 'busy' });
    pool.close();
    expect(await decoding[3]).toMatchObject({ reason: 'internal' });
  });

  test('says when its last process has ended', async () => {
    const rest = Promise.withResolvers<void>();
    pool = new DecodePool({ processes: 2, idleMs: 1, onRest: rest.resolve });
    await pool.decode(request, { signal: new AbortController().signal, owner: 'ann' }).catch(() => undefined);
    await rest.promise;
    expect(pool.activity).toMatchObject({ busy: 0, idle: 0, waiting: 0 });
  });
});

describe('a picture whose one variant cannot be written', () => {
  const folder = mkdtempSync(join(tmpdir(), 'circuit-tree-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  test.for([
    ['medium', 'thumbnail'],
    ['thumbnail', 'medium'],
  ] as const)('fails for the %s after the %s was written, so that no write comes later', async ([fails, other]) => {
    const original = join(folder, 'photo.png');
    await sharp({ create: { width: 900, height: 600, channels: 3, background: 'teal' } }).toFile(original);
    const files = { original, medium: join(folder, other), thumbnail: join(folder, other) };
    const decoding = writeVariants({
      contentHash: '',
      maxPixels: 1e6,
      memoryBytes: 1e9,
      files: { ...files, [fails]: join(folder, 'missing', fails) },
    });
    await expect(decoding).rejects.toMatchObject({ code: 'ENOENT' });
    const { width } = await sharp(files[other]).metadata();
    expect(width).toBe(other === 'medium' ? 900 : 600);
  });
});
