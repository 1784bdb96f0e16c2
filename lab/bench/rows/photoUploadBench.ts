import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from 'node:http';
import { API_PATHS } from '#contract/paths.ts';
import { ApiClient, signInAsDev } from '#scripts/run/apiClient.ts';
import { ServerProcess } from '#scripts/run/serverProcess.ts';
import { type Bench, median, type Row } from '../measuring/bench.ts';
import { photoCopies, type PhotoFile } from '../measuring/photoCopies.ts';
import { watchMemory } from '../measuring/processMemory.ts';
import { watchedLoop } from '../measuring/watchedLoop.ts';
import { type Run, runBareLoop } from '../peers/runBareLoop.ts';

const PHOTOS = 60;
const ROUNDS = 5;
const CORES = [1, 2, 4, 8];

/** On as many cores, as far as the machine has them: taskset holds both sides to the first ones. */
export const photoUploadBench: Bench = {
  id: 'upload',
  run: async () => {
    const rows: Row[] = [];
    for (const cores of CORES.filter((count) => count <= cpus().length)) rows.push(...(await runOn(cores)));
    return rows;
  },
};

async function runOn(cores: number): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'circuit-tree-bench-'));
  const loop = watchedLoop(folder);
  const under = ['taskset', '-c', `0-${cores - 1}`];
  const server = await new ServerProcess({ dataDir: join(folder, 'data'), under, env: loop.env }).start();
  try {
    const photos = await photoCopies(PHOTOS, { width: 4000, height: 3000 });
    const files = await Promise.all(photos.map(async ({ name, bytes }) => save(join(folder, name), bytes)));
    const client = await ApiClient.signedIn(server.origin);
    const { token } = await signInAsDev(server.origin, 'admin');
    const form = formOf(photos);
    // Decoders start with the first photo; both sides are measured warm.
    await client.upload((await client.createAlbum('Warm', 'warm')).id, photos.slice(0, 4));
    const ours: Run[] = [];
    const bare: Run[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const album = await client.createAlbum(`Round ${round}`, `round-${round}`);
      bare.push(await runBareLoop({ files, folder, workers: cores, under }));
      loop.begin(server.pid!);
      ours.push(await runUpload(server, () => send(server.origin + API_PATHS.albumPhotos(album.id), { token, form })));
      await loop.end(server.pid!);
    }
    return rowsOf({ ours, bare, cores, delays: loop.p99OfEach() });
  } finally {
    await server.dispose();
    await rm(folder, { recursive: true, force: true });
  }
}

const rateOf = (runs: Run[]) => median(runs.map(({ photosPerSecond }) => photosPerSecond));
const memoryOf = (runs: Run[]) => median(runs.map(({ megabytes }) => megabytes));

interface Measured {
  ours: Run[];
  bare: Run[];
  cores: number;
  /** The event loop's p99 of each round, in milliseconds. */
  delays: number[];
}

function rowsOf({ ours, bare, cores, delays }: Measured): Row[] {
  const on = cores === 1 ? 'on one core' : `on ${cores} cores`;
  return [
    {
      name: `12-megapixel photos through the upload call, ${on}`,
      against: 'a bare sharp loop, same variants, as many workers as cores',
      ratio: rateOf(ours) / rateOf(bare),
      goal: { kind: 'at least', value: 0.85, unit: '×' },
      figures: { ours: `${rateOf(ours).toFixed(1)}/s`, bare: `${rateOf(bare).toFixed(1)}/s` },
    },
    {
      name: `peak memory meanwhile, ${on}`,
      against: 'the same loop (shared pages counted once)',
      ratio: memoryOf(ours) / memoryOf(bare),
      goal: { kind: 'at most', value: 2, unit: '×' },
      figures: { ours: `${memoryOf(ours).toFixed(0)} MB`, bare: `${memoryOf(bare).toFixed(0)} MB` },
    },
    {
      name: `the server's event loop meanwhile, p99, ${on}`,
      against: 'the clock, in its process',
      goal: { kind: 'at most', value: 20, unit: 'ms', measured: median(delays) },
      figures: { rounds: delays.map((delay) => `${delay.toFixed(1)} ms`).join(', ') },
    },
  ];
}

const BOUNDARY = 'the-boundary-of-the-bench';

/** Made beforehand, so that the sender's work is not measured with the server's. */
export function formOf(photos: PhotoFile[]): Buffer {
  const parts = photos.flatMap(({ name, bytes }) => [
    Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="photos"; filename="${name}"\r\nContent-Type: image/jpeg\r\n\r\n`,
    ),
    bytes,
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

export function send(url: string, { token, form }: { token: string; form: Buffer }): Promise<void> {
  const headers = {
    Authorization: `Bearer ${token}`,
    'Content-Type': `multipart/form-data; boundary=${BOUNDARY}`,
    'Content-Length': form.length,
  };
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', headers }, (answer) => {
      answer
        .resume()
        .on('end', () => (answer.statusCode === 201 ? resolve() : reject(new Error(`${answer.statusCode}`))));
    });
    sent.on('error', reject).end(form);
  });
}

export async function save(file: string, bytes: Uint8Array): Promise<string> {
  await writeFile(file, bytes);
  return file;
}

async function runUpload(server: ServerProcess, upload: () => Promise<unknown>): Promise<Run> {
  const peak = watchMemory(server.pid!);
  const started = performance.now();
  await upload();
  return { photosPerSecond: PHOTOS / ((performance.now() - started) / 1000), megabytes: peak() };
}
