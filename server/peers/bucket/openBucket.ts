import { StartError } from '#server/core/errors.ts';
import type { PhotoStore } from '#server/photos/store/photoStore.ts';
import type { StoreKind } from '#server/photos/store/stores.ts';
import { LocalStaging, UnfinishedUploads } from './localStaging.ts';
import { ObjectStore } from './objectStore.ts';
import { pendingRepository } from './pendingRepository.ts';
import { S3Bucket } from './s3Bucket.ts';
import { parseStoreAddress } from './storeAddress.ts';

/** The store in the bucket of an address. */
export function openBucket(address: string, { dataDir, db, now }: Parameters<StoreKind['open']>[1]): PhotoStore {
  const staging = new LocalStaging(dataDir, now);
  const unfinished = new UnfinishedUploads({ pending: pendingRepository(db), owner: () => staging.owner(), now });
  return new ObjectStore({ bucket: bucketAt(address), staging, unfinished });
}

export function bucketAt(address: string): S3Bucket {
  const parts = parseStoreAddress(address);
  if (!parts) throw new StartError(`${address} is no address of a bucket`);
  return new S3Bucket(parts);
}
