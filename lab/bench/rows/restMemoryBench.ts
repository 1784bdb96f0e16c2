import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { API_PATHS } from '#contract/paths.ts';
import { ApiClient } from '#scripts/run/apiClient.ts';
import { ServerProcess } from '#scripts/run/serverProcess.ts';
import { type Bench, median, type Row } from '../measuring/bench.ts';
import { controlGroup } from '../measuring/controlGroup.ts';
import { photoCopies, type PhotoFile } from '../measuring/photoCopies.ts';
import { childrenOf, familyMegabytes, watchMemory } from '../measuring/processMemory.ts';
import { type Run, runBareLoop } from '../peers/runBareLoop.ts';
import { formOf, save, send } from './photoUploadBench.ts';

const PHOTOS = 60;
const CORES = 2;
const ROUNDS = 3;
const SETTLE_MS = 10_000;
/** The times after the last photo at which the memory is measured, in seconds; the last one counts. */
const REST_S = [60, 180, 300];

interface Round {
  ours: Run;
  bare: Run;
  /** The memory before the first photo. */
  started: number;
}

interface Rest {
  seconds: number;
  megabytes: number;
  decoders: number;
}

/** An ordinary machine: what an upload takes, and whether the server gives it back. */
export const restMemoryBench: Bench = {
  id: 'restMemory',
  run: async () => {
    if (cpus().length < CORES) return [];
    const folder = await mkdtemp(join(tmpdir(), 'circuit-tree-bench-'));
    // All memory of the machine: only other work of the machine is held back.
    const group = controlGroup({ cores: CORES, bytes: totalmem(), isFirst: true });
    try {
      const photos = await photoCopies(PHOTOS, { width: 4000, height: 3000 });
      const files = await Promise.all(photos.map(async ({ name, bytes }) => save(join(folder, name), bytes)));
      const rounds: Round[] = [];
      let rests: Rest[] = [];
      // A new server for each: after the first upload it stands otherwise than after its start.
      while (rounds.length < ROUNDS) {
        const bare = await runBareLoop({ files, folder, workers: CORES, under: group.under });
        const isLast = rounds.length === ROUNDS - 1;
        const seen = await measureServer(photos, { under: group.under, restS: isLast ? REST_S : [] });
        rounds.push({ ...seen, bare });
        ({ rests } = seen);
      }
      return rowsOf(rounds, rests);
    } finally {
      group.remove();
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function measureServer(
  photos: PhotoFile[],
  { under, restS }: { under: readonly string[]; restS: readonly number[] },
): Promise<Omit<Round, 'bare'> & { rests: Rest[] }> {
  const server = await new ServerProcess({ under }).start();
  const pid = server.pid!;
  try {
    const api = await ApiClient.signedIn(server.origin);
    const { id } = await api.createAlbum('Wall', 'wall');
    const form = formOf(photos);
    await wait(SETTLE_MS);
    const started = familyMegabytes(pid);
    const peak = watchMemory(pid);
    const startedAt = performance.now();
    await send(server.origin + API_PATHS.albumPhotos(id), { token: api.token, form });
    const ours = { photosPerSecond: PHOTOS / ((performance.now() - startedAt) / 1_000), megabytes: peak() };
    const rests: Rest[] = [];
    const endedAt = performance.now();
    for (const seconds of restS) {
      await wait(seconds * 1_000 - (performance.now() - endedAt));
      rests.push({ seconds, megabytes: familyMegabytes(pid), decoders: childrenOf(pid).length });
    }
    return { ours, started, rests };
  } finally {
    await server.dispose();
  }
}

const each = (values: readonly number[]) => `(${values.map((value) => value.toFixed(0)).join(' / ')})`;

function rowsOf(rounds: readonly Round[], rests: readonly Rest[]): Row[] {
  const peaks = rounds.map(({ ours }) => ours.megabytes);
  const rate = (of: 'ours' | 'bare') => median(rounds.map((round) => round[of].photosPerSecond));
  const { started = Number.NaN } = rounds.at(-1) ?? {};
  const rested = rests.at(-1);
  const after = Object.fromEntries(
    rests.map(({ seconds, megabytes, decoders }) => [
      `after ${seconds} s`,
      `${megabytes.toFixed(0)} MB and ${decoders} decoders`,
    ]),
  );
  const on = `${PHOTOS} photos of 12 megapixels on ${CORES} cores`;
  return [
    {
      name: `${on}, decoders that have to start among them`,
      against: 'a bare sharp loop, same variants, as many workers as cores',
      ratio: rate('ours') / rate('bare'),
      goal: { kind: 'at least', value: 0.85, unit: '×' },
      figures: { ours: `${rate('ours').toFixed(1)}/s`, bare: `${rate('bare').toFixed(1)}/s` },
    },
    {
      name: 'their peak memory, of all processes',
      against: 'shared pages counted once',
      goal: { kind: 'at most', value: 400, unit: 'MB', measured: median(peaks) },
      figures: {
        ours: `${median(peaks).toFixed(0)} MB ${each(peaks)}`,
        bare: `${median(rounds.map(({ bare }) => bare.megabytes)).toFixed(0)} MB`,
      },
    },
    {
      name: 'memory five minutes after the last photo, more than before the first',
      against: 'the same server, before',
      goal: { kind: 'at most', value: 25, unit: 'MB', measured: (rested?.megabytes ?? Number.NaN) - started },
      figures: { before: `${started.toFixed(0)} MB`, ...after },
    },
    {
      name: 'decoders five minutes after the last photo',
      against: 'its child processes',
      goal: { kind: 'at most', value: 0, unit: '', measured: rested?.decoders ?? Number.NaN },
      figures: after,
    },
  ];
}
