import { setTimeout as wait } from 'node:timers/promises';
import type { ApiClient } from '#scripts/run/apiClient.ts';
import type { Acknowledged } from '../fault.ts';

const OTHER_CONTENT = 8;

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
    const files = Array.from({ length: 1 + Math.floor(Math.random() * 3) }, (_, index) => {
      // Different bytes after the image make it another photo.
      const tail = Buffer.from(crypto.getRandomValues(new Uint8Array(OTHER_CONTENT)));
      return { name: `photo-${index}.jpg`, bytes: new Uint8Array(Buffer.concat([job.pictures[index]!, tail])) };
    });
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
