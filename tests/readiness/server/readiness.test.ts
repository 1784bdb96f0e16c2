import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import type { LibraryParts } from '#support/server/library.ts';
import type { Replacements } from '#server/core/core.ts';
import { READINESS } from '#server/core/limits.ts';
import { DecodePool } from '#server/photos/decode/decodePool.ts';
import { type DiskSpace, diskSpaceOf } from '#server/core/files/diskSpace.ts';
import { Readiness } from '#server/readiness/readiness.ts';
import type { Settings } from '#server/core/settings/settings.ts';
import { IS_POSTGRES } from '#support/server/testPostgres.ts';
import { diskWith, startTestServer, type TestServer } from '#support/server/testServer.ts';
import { TinyDisk } from '#support/server/tinyDisk.ts';

const HOUR_MS = 3_600_000;
const READY = { status: 200, body: { ready: true, reasons: [] } };

let server: TestServer | undefined;
afterEach(async () => {
  vi.useRealTimers();
  await server?.close();
  server = undefined;
});

const quickDecoder = decoderProgram("process.on('message', () => process.send({ outcome: 'ready' }));");
afterAll(() => quickDecoder.remove());

async function start(settings: Partial<Settings> = {}, parts: LibraryParts & Replacements = {}): Promise<TestServer> {
  server = await startTestServer(settings, { decoder: new DecodePool({ entry: quickDecoder.entry }), ...parts });
  return server;
}

function refused(...codes: string[]) {
  const reasons = codes.map((code) => ({ code, message: expect.stringMatching(/^[A-Z][^/]+\.$/) }));
  return { status: 503, body: { ready: false, reasons } };
}

/** The response to anybody once the earlier findings are too old. */
async function ready(asked: TestServer) {
  asked.clock.advance(READINESS.everyMs);
  return asked.call('/health/ready');
}

/** A program in the place of the real decoder. */
function decoderProgram(code: string): { entry: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'circuit-tree-decoder-'));
  const entry = join(folder, 'decoder.mjs');
  writeFileSync(entry, code);
  return { entry, remove: () => rmSync(folder, { recursive: true }) };
}

describe('GET /health/ready', () => {
  test('is 200 while all is well, and not to be kept by anybody', async () => {
    const decoder = new DecodePool();
    expect(await decoder.canDecode(0)).toBe(true);
    const response = await ready(await start({}, { decoder }));
    expect(response).toMatchObject(READY);
    expect(response.headers.get('Cache-Control')).toBe('no-store');
  });

  test.skipIf(IS_POSTGRES)(
    'is 503 while the database cannot be written, and well again by itself; /health says ok all the time',
    async () => {
      const { dependencies } = await start();
      for (const state of ['on', 'off']) {
        await sql`pragma query_only = ${sql.lit(state)}`.execute(dependencies.db);
        expect(await ready(server!)).toMatchObject(state === 'on' ? refused('database-not-writable') : READY);
        expect(await server!.call('/health')).toMatchObject({ status: 200, body: { status: 'ok' } });
      }
    },
  );

  test('is 503 while no file can be written for an upload', async () => {
    const { dependencies } = await start();
    expect(await ready(server!)).toMatchObject(READY);
    const incoming = join(dependencies.settings.dataDir, 'photos', 'incoming');
    renameSync(incoming, `${incoming}.away`);
    writeFileSync(incoming, 'no folder');
    expect(await ready(server!)).toMatchObject(refused('disk-not-writable'));
  });

  test('is 503 when less than 5 % of the disk are free', async () => {
    let share = 0.049;
    await start({}, { diskSpace: async () => diskWith(share) });
    expect(await ready(server!)).toMatchObject(refused('disk-almost-full'));
    share = 0.05;
    expect(await ready(server!)).toMatchObject(READY);
  });

  test('is 503 after a backup that failed, and when one is overdue', async () => {
    const { dependencies, clock } = await start({
      backups: { dir: '/media/usb', everyMs: HOUR_MS, keep: 1, roots: [] },
    });
    expect(await ready(server!)).toMatchObject(READY);
    clock.advance(3 * HOUR_MS);
    expect(await ready(server!)).toMatchObject(refused('backup-overdue'));
    const now = dependencies.now();
    const last = { startedAt: now, finishedAt: now, outcome: 'failed', message: '/media/usb is empty', folder: null };
    writeFileSync(
      join(dependencies.settings.dataDir, 'last-backup.json'),
      JSON.stringify({ ...last, madeAt: null, photos: null }),
    );
    const response = await ready(server!);
    expect(response).toMatchObject(refused('backup-failed'));
    expect(JSON.stringify(response.body)).not.toContain('/media');
  });

  test('is 503 when decoders cannot start', async () => {
    const { entry, remove } = decoderProgram('process.exit(1);');
    await start({}, { decoder: new DecodePool({ entry }) });
    expect(await ready(server!)).toMatchObject(refused('photos-not-readable'));
    remove();
  });

  const disk = TinyDisk.mount(8);
  test.skipIf(!disk)('is 503 on a disk that fills up, with the reasons, and 200 when there is room again', async () => {
    const dataDir = disk?.folder ?? '';
    await start({ dataDir }, { diskSpace: () => diskSpaceOf(dataDir) });
    expect(await ready(server!)).toMatchObject(READY);
    disk?.leaveRoom(0);
    // The database's own file has room that it may use again.
    expect(await ready(server!)).toMatchObject(refused('disk-not-writable', 'disk-almost-full'));
    disk?.makeRoom();
    expect(await ready(server!)).toMatchObject(READY);
    await server?.close();
    server = undefined;
    disk?.dispose();
  });
});

describe('looking costs little', () => {
  test('however many ask, and whoever they are', async () => {
    const looked = vi.fn<() => Promise<DiskSpace>>().mockResolvedValue(diskWith(1));
    const { clock } = await start({}, { diskSpace: looked });
    const { token } = await server!.signIn({ permissions: ['admin'] });
    await Promise.all(Array.from({ length: 50 }, () => server!.call('/health/ready')));
    await server!.call('/installation/status', { token });
    expect(looked).toHaveBeenCalledTimes(1);
    clock.advance(READINESS.everyMs - 1);
    await server!.call('/health/ready');
    expect(looked.mock.calls.length).toBeLessThanOrEqual(2);
  });

  test('a decoder that responded is believed for a while', async () => {
    const { entry, remove } = decoderProgram(`
      import { appendFileSync } from 'node:fs';
      appendFileSync(import.meta.filename + '.starts', 'x');
      process.on('message', () => process.send({ outcome: 'ready' }));
    `);
    const pool = new DecodePool({ entry });
    expect([await pool.canDecode(HOUR_MS), await pool.canDecode(HOUR_MS), await pool.canDecode(0)]).toEqual([
      true,
      true,
      true,
    ]);
    expect(readFileSync(`${entry}.starts`, 'utf8')).toBe('xx');
    pool.close();
    remove();
  });

  test('a check waits for a decoder that starts slowly, and reports one that could not start', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    const finding = { code: 'photos-not-readable', detail: 'ended' } as const;
    const slow = () => new Promise<typeof finding>((resolve) => setTimeout(() => resolve(finding), 60_000));
    const readiness = new Readiness([{ code: 'photos-not-readable', find: slow, mayBeLate: true }], Date.now);
    for (const found of [[], [finding], [finding]]) {
      const told = readiness.findings();
      await vi.advanceTimersByTimeAsync(READINESS.timeoutMs);
      expect(await told).toEqual(found);
      await vi.advanceTimersByTimeAsync(60_000);
    }
  });

  test('a check that hangs is told, and is not begun again while it hangs', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    const hang = vi.fn<() => Promise<undefined>>(() => new Promise<undefined>(() => undefined));
    const quick = vi.fn<() => Promise<undefined>>().mockResolvedValue(undefined);
    const readiness = new Readiness(
      [
        { code: 'disk-not-writable', find: hang },
        { code: 'backup-failed', find: quick },
      ],
      Date.now,
    );
    for (let times = 1; times <= 2; times += 1) {
      const found = readiness.findings();
      await vi.advanceTimersByTimeAsync(READINESS.timeoutMs);
      expect(await found).toEqual([{ code: 'disk-not-writable', detail: 'no result within 10 s' }]);
      expect(quick).toHaveBeenCalledTimes(times);
      await vi.advanceTimersByTimeAsync(READINESS.everyMs);
    }
    expect(hang).toHaveBeenCalledTimes(1);
  });
});

test('an admin is told the same with what the system said, and the last backup', async () => {
  const { dependencies, clock } = await start({
    backups: { dir: '/media/usb', everyMs: HOUR_MS, keep: 1, roots: [] },
  });
  const { token } = await server!.signIn({ permissions: ['admin'] });
  const none = { isAutomatic: true, newest: null, failure: null };
  expect((await server!.call('/installation/status', { token })).body).toEqual({
    ready: true,
    reasons: [],
    backup: none,
  });
  const at = Date.UTC(2026, 2, 1, 3);
  const saved = {
    startedAt: at,
    finishedAt: at,
    outcome: 'failed',
    message: '/media/usb/photos is no folder',
    folder: '/media/usb/2026',
    madeAt: at,
    photos: 1234,
  };
  writeFileSync(join(dependencies.settings.dataDir, 'last-backup.json'), JSON.stringify(saved));
  clock.advance(READINESS.everyMs);
  expect((await server!.call('/installation/status', { token })).body).toEqual({
    ready: false,
    reasons: [{ code: 'backup-failed', message: 'The last backup failed.', detail: '/media/usb/photos is no folder' }],
    backup: {
      isAutomatic: true,
      newest: { madeAt: '2026-03-01T03:00:00.000Z', folder: '/media/usb/2026', photos: 1234, files: null },
      failure: { at: '2026-03-01T03:00:00.000Z', message: '/media/usb/photos is no folder' },
    },
  });
});

test('a system that allows no further process rejects the picture, and ends nothing', async () => {
  // The name that cannot be given to a process makes the start fail as it does without memory or descriptors.
  const pool = new DecodePool({ entry: 'no\0program' });
  const request = { files: { original: '', medium: '', thumbnail: '' }, contentHash: '', maxPixels: 1 };
  const decoded = pool.decode(request, { signal: new AbortController().signal, owner: 'ann' });
  await expect(decoded).rejects.toMatchObject({ reason: 'killed' });
  pool.close();
});
