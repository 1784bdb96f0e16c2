import type { Settings } from '#server/core/settings/settings.ts';
import { FolderStore } from '#server/photos/store/folderStore.ts';
import type { PendingRepository } from './pendingRepository.ts';
import type { S3Bucket } from './s3Bucket.ts';
import type { PhotoStore } from '#server/photos/store/photoStore.ts';

interface Options {
  pending: PendingRepository;
  now: () => number;
}

/** The store of the pictures: the bucket that S3_URL names, else the data folder. */
export async function openStore(
  { dataDir, bucket }: Pick<Settings, 'dataDir' | 'bucket'>,
  { pending, now }: Options,
): Promise<PhotoStore> {
  if (!bucket) return new FolderStore(dataDir, now);
  const { ObjectStore } = await import('./objectStore.ts');
  const { LocalStaging, UnfinishedUploads } = await import('./localStaging.ts');
  const staging = new LocalStaging(dataDir, now);
  const unfinished = new UnfinishedUploads({ pending, owner: () => staging.owner(), now });
  return new ObjectStore({ bucket: await openBucket(bucket), staging, unfinished });
}

export async function openBucket(address: NonNullable<Settings['bucket']>): Promise<S3Bucket> {
  const { S3Bucket } = await import('./s3Bucket.ts');
  return new S3Bucket(address);
}
