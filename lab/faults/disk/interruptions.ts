import { setTimeout as wait } from 'node:timers/promises';
import { ApiClient } from '#scripts/run/apiClient.ts';
import type { ServerProcess } from '#scripts/run/serverProcess.ts';
import { jpeg } from '#support/pictures/images.ts';
import { type Acknowledged, brokenBy, type Finding, soundnessOf } from '../fault.ts';

const UPLOADERS = 3;
const LONGEST_MS = 2_000;
const OTHER_CONTENT = 8;

interface Interruption {
  /** Works until the server is gone, and calls back after each response. */
  work: (onAnswer: () => void) => Promise<void>;
  /** The number of workers at once. */
  workers: number;
  /** Whether the moment is counted from the first response: a busy machine must have something to lose. */
  isAfterAnswer: boolean;
  longestMs: number;
  interrupt: () => Promise<void> | void;
}

/** Interrupts work at a random moment; resolves when all workers have noticed. */
export async function interruptAtRandom(of: Interruption): Promise<void> {
  const answered = Promise.withResolvers<void>();
  const working = Promise.all(Array.from({ length: of.workers }, () => of.work(answered.resolve)));
  if (of.isAfterAnswer) await Promise.race([answered.promise, working]);
  await wait(Math.random() * of.longestMs);
  await of.interrupt();
  await working;
}

/** Interrupts many uploads again and again on the same library, and checks the library after each time. */
export async function interruptUploads(
  server: ServerProcess,
  how: { name: string; times: number; interrupt: () => Promise<void> | void; restart: () => Promise<unknown> },
): Promise<Finding> {
  const acknowledged: Acknowledged[] = [];
  const broken: string[] = [];
  // All are read again at the end.
  const seen = new Set<string>();
  const client = await ApiClient.signedIn(server.origin);
  const { id: albumId } = await client.createAlbum('Interrupted', 'interrupted');
  const pictures = await smallPictures();
  for (let round = 0; round < how.times; round += 1) {
    await interruptAtRandom({
      work: (onAnswer) => uploadUntilGone({ client, albumId, pictures, acknowledged, onAnswer }),
      workers: UPLOADERS,
      isAfterAnswer: round % 2 === 1,
      longestMs: LONGEST_MS,
      interrupt: how.interrupt,
    });
    await how.restart();
    const found = await soundnessOf(server.dataDir, acknowledged, seen);
    broken.push(...brokenBy(found).map((sentence) => `after ${how.name} ${round + 1}: ${sentence}`));
  }
  const { integrity, ...counts } = await soundnessOf(server.dataDir, acknowledged);
  broken.push(...brokenBy({ integrity, ...counts }));
  if (acknowledged.length === 0) broken.push('nothing was acknowledged, so nothing was tried');
  return { figures: { 'photos acknowledged': acknowledged.length, ...counts, integrity }, broken };
}

export function smallPictures(): Promise<Buffer[]> {
  return Promise.all([1, 2, 3].map((seed) => jpeg({ width: 300, height: 200, seed })));
}

/** Another photo with the same picture: different bytes after the image make it one. */
export function asAnother(picture: Buffer): Uint8Array<ArrayBuffer> {
  const tail = Buffer.from(crypto.getRandomValues(new Uint8Array(OTHER_CONTENT)));
  return new Uint8Array(Buffer.concat([picture, tail]));
}

/** Sends photos, one to three a request, until the server is gone; notes which ones it reported as stored. */
export async function uploadUntilGone(job: {
  client: ApiClient;
  albumId: string;
  pictures: Buffer[];
  acknowledged: Acknowledged[];
  onAnswer: () => void;
  pauseMs?: number;
}): Promise<void> {
  for (;;) {
    const pictures = job.pictures.slice(0, 1 + Math.floor(Math.random() * 3));
    const files = pictures.map((picture, index) => ({ name: `photo-${index}.jpg`, bytes: asAnother(picture) }));
    try {
      const { photos } = await job.client.upload(job.albumId, files);
      for (const { filename } of photos) job.acknowledged.push({ albumId: job.albumId, filename });
      job.onAnswer();
      await wait(job.pauseMs ?? 0);
    } catch {
      return;
    }
  }
}
