import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { DATABASE_FILE } from '#server/core/db/dataFolder.ts';
import { openDependencies } from '#support/server/library.ts';
import { verifyLibrary } from '#server/library/verify.ts';
import { readSettings } from '#server/core/settings/settings.ts';
import { ServerProcess } from '../../scripts/run/serverProcess.ts';

/** The counts and times of a fault; `npm run lab -- faults` takes the full measure, the test suite a short one. */
export interface Measure {
  kills: number;
  powerCuts: number;
  aborts: number;
  lockSeconds: number;
  slowConnections: number;
  heavyPictures: number;
  heartbeatSeconds: number;
  /** Simulated hours of nodes that are watched. */
  alertHours: number;
  /** Random sequences of admins' actions on albums and photos. */
  sequences: number;
  /** Requests with a guest's link. */
  guestRequests: number;
  /** Assets of an album of Immich, files copied into a followed folder, and phones of guests. */
  albumAssets: number;
  copiedFiles: number;
  phones: number;
  /** The time limit for a normal request meanwhile. */
  longestAnswerMs: number;
}

export const FULL: Measure = {
  kills: 200,
  powerCuts: 200,
  aborts: 200,
  lockSeconds: 10,
  slowConnections: 500,
  heavyPictures: 20,
  heartbeatSeconds: 180,
  alertHours: 10_000,
  sequences: 1_000,
  guestRequests: 10_000,
  albumAssets: 5_000,
  copiedFiles: 10_000,
  phones: 50,
  longestAnswerMs: 500,
};
/** The machine that runs all tests at once is too busy to hold a server to half a second. */
export const SHORT: Measure = {
  kills: 4,
  powerCuts: 4,
  aborts: 15,
  lockSeconds: 2,
  slowConnections: 100,
  heavyPictures: 4,
  heartbeatSeconds: 60,
  alertHours: 50,
  sequences: 4,
  guestRequests: 400,
  albumAssets: 60,
  copiedFiles: 80,
  phones: 5,
  longestAnswerMs: 10_000,
};

export interface Finding {
  figures: Record<string, string | number>;
  /** A sentence for each failure; empty when the server held. */
  broken: string[];
}

export interface Fault {
  /** The name for `--only`. */
  id: string;
  name: string;
  /** Takes minutes. */
  slow?: true;
  run(measure: Measure): Promise<Finding>;
}

export interface Acknowledged {
  albumId: string;
  filename: string;
}

export interface Soundness {
  /** Acknowledged photos that the server no longer lists. */
  lost: number;
  /** Rows without one of their files, files without a row, files that changed. */
  missing: number;
  orphaned: number;
  mismatching: number;
  /** SQLite's result for its own file: 'ok'. */
  integrity: string;
  leftovers: number;
}

export async function onServer<Result>(
  act: (server: ServerProcess) => Promise<Result>,
  options: ConstructorParameters<typeof ServerProcess>[0] = {},
): Promise<Result> {
  const server = await new ServerProcess({ ...options, env: { MAX_UPLOAD_MB: '20', ...options.env } }).start();
  try {
    return await act(server);
  } finally {
    await server.dispose();
  }
}

/**
 * Checks a data folder directly, without the server that runs on it. The files of photos in `seen` are not read again;
 * newly read ones are added to it.
 */
export async function soundnessOf(
  dataDir: string,
  acknowledged: readonly Acknowledged[],
  seen = new Set<string>(),
): Promise<Soundness> {
  const dependencies = await openDependencies(readSettings({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }));
  try {
    const { photos, store } = dependencies.photos;
    const report = await verifyLibrary({
      photos: { ...photos, all: () => unseen(photos.all(), seen) },
      store,
    });
    const there = await Promise.all(acknowledged.map((address) => photos.has(address)));
    return {
      lost: there.filter((found) => !found).length,
      missing: report.missing.length,
      orphaned: report.orphaned.length,
      mismatching: report.mismatching.length,
      integrity: integrityOf(dataDir),
      leftovers: (await leftoversIn(dataDir)).length,
    };
  } finally {
    await dependencies.close();
  }
}

async function* unseen<Photo extends Acknowledged>(pages: AsyncIterable<Photo[]>, seen: Set<string>) {
  for await (const page of pages) {
    const isNew = ({ albumId, filename }: Photo) => !seen.has(`${albumId}/${filename}`);
    const left = page.filter(isNew);
    for (const { albumId, filename } of left) seen.add(`${albumId}/${filename}`);
    yield left;
  }
}

export function brokenBy(soundness: Soundness): string[] {
  const { integrity, ...counts } = soundness;
  const broken = Object.entries(counts).filter(([, count]) => count !== 0);
  const sentences = broken.map(([what, count]) => `${what}: ${count}`);
  return integrity === 'ok' ? sentences : [...sentences, `integrity: ${integrity}`];
}

export function leftoversIn(dataDir: string): Promise<string[]> {
  return readdir(join(dataDir, 'photos', 'incoming')).catch(() => []);
}

function integrityOf(dataDir: string): string {
  const sqlite = new Sqlite(join(dataDir, DATABASE_FILE), { readonly: true });
  try {
    return String(sqlite.pragma('integrity_check', { simple: true }));
  } finally {
    sqlite.close();
  }
}
