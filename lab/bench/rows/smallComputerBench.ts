import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type ClientRequest, request } from 'node:http';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { API_PATHS } from '#contract/paths.ts';
import { ApiClient } from '#scripts/run/apiClient.ts';
import { ServerProcess } from '#scripts/run/serverProcess.ts';
import { makeTablet } from '#support/kiosk/adminsTablet.ts';
import { growLibrary } from '../growth/grownLibrary.ts';
import type { Bench, Row } from '../measuring/bench.ts';
import { controlGroup } from '../measuring/controlGroup.ts';
import { startListProbe } from '../measuring/listProbe.ts';
import { photoCopies } from '../measuring/photoCopies.ts';
import { familyMegabytes, watchMemory } from '../measuring/processMemory.ts';
import { startTablets } from '../measuring/tabletTraffic.ts';
import { type Run, runBareLoop } from '../peers/runBareLoop.ts';

const BOUND = { cores: 1, bytes: 512 * 1024 ** 2 };
const LIBRARY = 20_000;
const WALLS = 5;
const PHOTOS = 300;
/** After a start, and after the upload: decoders that have nothing to do end within a minute. */
const SETTLE_MS = { start: 10_000, upload: 75_000 };

/**
 * The environment as `deploy` sets it, without WebP images: those are made for hours after an upload of this size,
 * which is no rest.
 */
const ENVIRONMENT = { MALLOC_ARENA_MAX: '2', WEBP: 'off' };

interface Measured {
  ours: Run;
  bare: Run[];
  listMs: number[];
  megabytes: { started: number; rested: number; own: number };
  killed: number;
}

/** A computer with one core and 512 MB: a library, walls that store new photos, and a large upload. */
export const smallComputerBench: Bench = {
  id: 'small',
  run: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'circuit-tree-bench-'));
    const group = controlGroup({ ...BOUND, isFirst: true });
    try {
      const files = await makeFiles(folder);
      const bareLoop = () => runBareLoop({ files, folder: join(folder, 'bare'), workers: 1, under: group.under });
      // Before and after, so that a slow minute of the machine meets both.
      const before = await bareLoop();
      const seen = await measureServer(folder, { files, under: group.under });
      const after = await bareLoop();
      return rowsOf({ ...seen, bare: [before, after], killed: group.killed() });
    } finally {
      group.remove();
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function makeFiles(folder: string): Promise<string[]> {
  await mkdir(join(folder, 'bare'));
  const pictures = await photoCopies(3, { width: 4000, height: 3000 });
  const files = Array.from({ length: PHOTOS }, (_, index) => join(folder, `photo-${index}.jpg`));
  for (const [index, file] of files.entries()) {
    await writeFile(file, Buffer.concat([pictures[index % pictures.length]!.bytes, Buffer.from(`file ${index}`)]));
  }
  return files;
}

async function measureServer(
  folder: string,
  { files, under }: { files: readonly string[]; under: readonly string[] },
): Promise<Pick<Measured, 'ours' | 'listMs' | 'megabytes'>> {
  const { dataDir } = await growLibrary(join(folder, 'data'), LIBRARY);
  const server = await new ServerProcess({ dataDir, under, env: ENVIRONMENT }).start();
  const pid = server.pid!;
  const api = await ApiClient.signedIn(server.origin);
  const { id: albumId } = await api.createAlbum('Wall', 'wall');
  const keys: string[] = [];
  while (keys.length < WALLS) keys.push((await makeTablet(api)).key);
  const { origin } = server;
  const walls = await startTablets({ origin, keys, albumId, storesImages: true });
  const probe = await startListProbe({ origin, key: keys[0]! });
  try {
    await wait(SETTLE_MS.start);
    const started = familyMegabytes(pid);
    const peak = watchMemory(pid);
    const startedAt = performance.now();
    const uploading = upload(api, { albumId, files });
    const listMs: number[] = [];
    const ended = uploading.then(() => 'ended' as const);
    for (let seen: 'ended' | number[] = []; seen !== 'ended';) {
      listMs.push(...seen);
      seen = await Promise.race([ended, probe.measure(1)]);
    }
    const seconds = (performance.now() - startedAt) / 1_000;
    const ours = { photosPerSecond: PHOTOS / seconds, megabytes: peak() };
    await wait(SETTLE_MS.upload);
    const rested = { rested: familyMegabytes(pid), own: familyMegabytes(pid, 'Anonymous') };
    return { ours, listMs, megabytes: { started, ...rested } };
  } finally {
    probe.stop();
    walls.stop();
    await server.stop();
  }
}

const BOUNDARY = 'the-boundary-of-the-bench';

/** One request with all files, each read when the one before is on its way. */
async function upload(
  { origin, token }: ApiClient,
  { albumId, files }: { albumId: string; files: readonly string[] },
): Promise<void> {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` };
  const sent = request(origin + API_PATHS.albumPhotos(albumId), { method: 'POST', headers });
  const answered = once(sent, 'response');
  for (const [index, file] of files.entries()) {
    const head = `Content-Disposition: form-data; name="photos"; filename="${index}.jpg"\r\nContent-Type: image/jpeg`;
    await send(sent, `--${BOUNDARY}\r\n${head}\r\n\r\n`);
    await send(sent, await readFile(file));
    await send(sent, '\r\n');
  }
  sent.end(`--${BOUNDARY}--\r\n`);
  const [answer] = await answered;
  let text = '';
  for await (const chunk of answer) text += String(chunk);
  const { photos = [] } = JSON.parse(text);
  if (photos.length !== files.length) throw new Error(`${photos.length} photos were stored: ${text.slice(0, 500)}`);
}

async function send(sent: ClientRequest, bytes: Buffer | string): Promise<void> {
  if (!sent.write(bytes)) await once(sent, 'drain');
}

function rowsOf({ ours, bare, listMs, megabytes, killed }: Measured): Row[] {
  const rate = bare.reduce((sum, { photosPerSecond }) => sum + photosPerSecond / bare.length, 0);
  const sorted = listMs.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  const small = `one core and 512 MB, ${LIBRARY.toLocaleString('en')} photos, ${WALLS} walls`;
  return [
    {
      name: `${small}: ${PHOTOS} photos of 12 megapixels through the upload call`,
      against: 'a bare sharp loop within the same bound, one worker',
      ratio: ours.photosPerSecond / rate,
      goal: { kind: 'at least', value: 0.85, unit: '×' },
      figures: { ours: `${ours.photosPerSecond.toFixed(1)}/s`, bare: `${rate.toFixed(1)}/s` },
    },
    {
      name: 'peak memory meanwhile',
      against: 'all of its processes (shared pages counted once)',
      goal: { kind: 'at most', value: 300, unit: 'MB', measured: ours.megabytes },
      figures: {
        ours: `${ours.megabytes.toFixed(0)} MB`,
        bare: `${Math.max(...bare.map((run) => run.megabytes)).toFixed(0)} MB`,
        'ended by the kernel': String(killed),
      },
    },
    {
      name: 'the first list meanwhile, 95th of 100',
      against: 'the clock, over HTTP',
      goal: { kind: 'at most', value: 100, unit: 'ms', measured: at(0.95) },
      figures: { median: `${at(0.5).toFixed(0)} ms`, longest: `${at(1).toFixed(0)} ms`, asked: String(listMs.length) },
    },
    {
      name: 'memory at rest, a minute after the upload',
      against: 'all of its processes',
      goal: { kind: 'at most', value: 120, unit: 'MB', measured: megabytes.rested },
      figures: {
        'before the upload': `${megabytes.started.toFixed(0)} MB`,
        'not of files': `${megabytes.own.toFixed(0)} MB`,
      },
    },
  ];
}
