import { READINESS } from '../limits.ts';
import type { PhotoServices } from '../photos/photoServices.ts';
import { freeShareOf } from '../photos/store/durableFiles.ts';
import type { Settings } from '../settings/settings.ts';
import type { Finding, ReadinessCheck } from './readiness.ts';

interface CheckedServices {
  settings: Pick<Settings, 'dataDir' | 'bucket'>;
  /** Writes something to the database that changes nothing. */
  writeDatabase: () => Promise<void>;
  photos: Pick<PhotoServices, 'store' | 'backups' | 'decoder'>;
  freeShare?: () => Promise<number>;
}

export function readinessChecks({ settings, writeDatabase, photos, freeShare }: CheckedServices): ReadinessCheck[] {
  const share = freeShare ?? (() => freeShareOf(settings.dataDir));
  return [
    { code: 'database-not-writable', find: () => nothing(writeDatabase()) },
    {
      code: settings.bucket ? 'store-not-writable' : 'disk-not-writable',
      find: () => nothing(photos.store.tryWriting()),
    },
    { code: 'disk-almost-full', find: async () => almostFull(await share()) },
    { code: 'backup-failed', find: () => photos.backups.problem() },
    { code: 'photos-not-readable', find: () => undecodable(photos.decoder), mayBeLate: true },
  ];
}

/** Makes a check of an attempt that can only throw. */
async function nothing(attempt: Promise<void>): Promise<undefined> {
  await attempt;
}

function almostFull(share: number): Finding | undefined {
  if (share >= READINESS.leastFree) return undefined;
  return { code: 'disk-almost-full', detail: `${(share * 100).toFixed(1)} % are free` };
}

async function undecodable(decoder: PhotoServices['decoder']): Promise<Finding | undefined> {
  if (await decoder.canDecode(READINESS.decoderEveryMs)) return undefined;
  return { code: 'photos-not-readable', detail: 'the program that reads pictures ends at once' };
}
