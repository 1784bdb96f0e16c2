import { randomInt } from 'node:crypto';
import { API_PATHS } from '#contract/paths.ts';
import { ApiClient } from '#scripts/run/apiClient.ts';
import { ServerProcess } from '#scripts/run/serverProcess.ts';
import { jpeg } from '#support/pictures/images.ts';
import { median } from '../measuring/bench.ts';
import { receivedBytes } from '../measuring/received.ts';
import { watchMemory } from '../measuring/processMemory.ts';
import type { GrownLibrary } from './grownLibrary.ts';

export interface LibraryFigures {
  startMs: number;
  /** The first tree that a server sends. */
  firstTreeMs: number;
  /** The tree after a photo was added to one album. */
  treeMs: number;
  /** The same out of memory. */
  cachedTreeMs: number;
  /** The months of the longest album after a photo was added to it. */
  monthsMs: number;
  /** The whole list of the longest album, and again after a photo was added to another album. */
  longListMs: number;
  longListAgainMs: number;
  megabytes: number;
}

const STARTS = 3;
const ROUNDS = 7;
const TIME_ZONE = 'Europe/Berlin';
/** The server's own work after an upload, such as notifying tablets, is not part of the next call's time. */
const SETTLE_MS = 1_500;

/** Measures a running server over HTTP. Each round follows uploads of one photo. */
export async function measureLibrary({ dataDir, longAlbumId, shortAlbumId }: GrownLibrary): Promise<LibraryFigures> {
  const server = new ServerProcess({ dataDir });
  const startMs = await startTime(server);
  const memory = watchMemory(server.pid!);
  try {
    const api = await ApiClient.signedIn(server.origin);
    const time = (path: string) => timeOf(`${server.origin}${path}`, api.token);
    const months = `${API_PATHS.albumOutline(longAlbumId)}?timeZone=${TIME_ZONE}`;
    const firstTreeMs = await time(API_PATHS.albums);
    const cachedTreeMs = await time(API_PATHS.albums);
    const rounds: Record<'tree' | 'months', number[]> = { tree: [], months: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      await api.upload(shortAlbumId, [await newPicture()]);
      rounds.tree.push(await time(API_PATHS.albums));
      await api.upload(longAlbumId, [await newPicture()]);
      await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
      rounds.months.push(await time(months));
      await time(API_PATHS.albumPhotos(shortAlbumId));
    }
    const longListMs = await time(API_PATHS.albumPhotos(longAlbumId));
    await api.upload(shortAlbumId, [await newPicture()]);
    const longListAgainMs = await time(API_PATHS.albumPhotos(longAlbumId));
    const found = { treeMs: median(rounds.tree), monthsMs: median(rounds.months), longListMs, longListAgainMs };
    return { startMs, firstTreeMs, cachedTreeMs, ...found, megabytes: memory() };
  } finally {
    memory();
    await server.stop();
  }
}

/** The server is left running. The first start on a data folder also makes keys and accounts, and does not count. */
async function startTime(server: ServerProcess): Promise<number> {
  const times: number[] = [];
  for (let start = 0; start <= STARTS; start += 1) {
    await server.stop();
    const startedAt = performance.now();
    await server.start();
    times.push(performance.now() - startedAt);
  }
  return median(times.slice(1));
}

async function timeOf(url: string, token: string): Promise<number> {
  const startedAt = performance.now();
  await receivedBytes(url, { Authorization: `Bearer ${token}` });
  return performance.now() - startedAt;
}

async function newPicture() {
  return { name: 'new.jpg', bytes: Uint8Array.from(await jpeg({ seed: randomInt(1e9) })) };
}
