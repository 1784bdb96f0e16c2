import { randomUUID } from 'node:crypto';
import type { PhotoStore } from '../photoStore.ts';
import type { S3Bucket } from './s3Bucket.ts';

const QUARANTINE = 'photos/quarantine/';

/** Moves an object, or those below a path, to the quarantine: see `PhotoStore.quarantine`. */
export async function putAside(
  bucket: S3Bucket,
  path: string,
  nameOf: (key: string) => string,
): ReturnType<PhotoStore['quarantine']> {
  const folder = QUARANTINE + randomUUID();
  const asideOf = (key: string) => `${folder}/${nameOf(key)}`;
  const moved = await keysAt(bucket, path);
  for (const key of moved) await bucket.move(key, asideOf(key));
  if (moved.length === 0) return undefined;
  return async () => {
    // An object that is there by now was put since, and stays.
    const taken = new Set(await keysAt(bucket, path));
    for (const key of moved) if (!taken.has(key)) await bucket.move(asideOf(key), key);
  };
}

async function keysAt(bucket: S3Bucket, path: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of bucket.keys(path)) if (key === path || key.startsWith(`${path}/`)) keys.push(key);
  return keys;
}
