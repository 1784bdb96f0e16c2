import { expect, test, vi } from 'vitest';
import { LocalStaging, UnfinishedUploads } from '#server/peers/bucket/localStaging.ts';
import { ObjectStore } from '#server/peers/bucket/objectStore.ts';
import { pendingRepository } from '#server/peers/bucket/pendingRepository.ts';
import { S3Bucket } from '#server/peers/bucket/s3Bucket.ts';
import { startTestServer } from '#support/server/testServer.ts';

test('a bucket loses no object whose key only a tampered database could name', async () => {
  const server = await startTestServer();
  const { db, settings } = server.dependencies;
  const bucket = new S3Bucket({ bucket: 'b', prefix: '', endpoint: undefined, region: undefined });
  const removed = vi.spyOn(bucket, 'delete').mockResolvedValue();
  vi.spyOn(bucket, 'keys').mockImplementation(async function* keys(prefix) {
    yield `${prefix}medium.jpg`;
  });
  const pending = pendingRepository(db);
  await pending.add({ albumId: '', filename: '.jpg' }, { owner: 'gone', until: 0 });
  const staging = new LocalStaging(settings.dataDir, Date.now);
  const unfinished = new UnfinishedUploads({ pending, owner: () => staging.owner(), now: Date.now });
  const store = new ObjectStore({ bucket, staging, unfinished });
  await store.sweep(async () => false, { isAlone: true, guard: (_address, work) => work() });
  await expect(store.remove({ albumId: '..', filename: 'x.jpg' })).rejects.toThrow('cannot have stored');
  expect(removed).not.toHaveBeenCalled();
  expect(await unfinished.left(true)).toEqual([]);
  await server.close();
});
