import { READINESS } from '#server/core/limits.ts';
import type { Finding } from '#server/core/readinessCheck.ts';
import type { Slots } from '#server/core/slots.ts';
import type { PhotoServices } from './photoServices.ts';

interface Checked {
  photos: Pick<PhotoServices, 'store' | 'decoder' | 'freeShare'>;
}

/** Whether photos can be stored and read. */
export function addPhotoChecks(checks: Slots['readinessChecks'], { photos }: Checked): void {
  checks.add(20, {
    code: photos.store.isRemote ? 'store-not-writable' : 'disk-not-writable',
    find: async () => {
      await photos.store.tryWriting();
      return undefined;
    },
  });
  checks.add(30, { code: 'disk-almost-full', find: async () => almostFull(await photos.freeShare()) });
  checks.add(50, { code: 'photos-not-readable', find: () => undecodable(photos.decoder), mayBeLate: true });
}

function almostFull(share: number): Finding | undefined {
  if (share >= READINESS.leastFree) return undefined;
  return { code: 'disk-almost-full', detail: `${(share * 100).toFixed(1)} % are free` };
}

async function undecodable(decoder: PhotoServices['decoder']): Promise<Finding | undefined> {
  if (await decoder.canDecode(READINESS.decoderEveryMs)) return undefined;
  return { code: 'photos-not-readable', detail: 'the program that reads pictures ends at once' };
}
