import { useSyncExternalStore } from 'react';
import { fetchKnownPhotos } from '#src/api/curation.ts';
import { uploadPhotos } from '#src/api/upload.ts';
import type { Unfinished } from '#domain/uploads/storedUploads.ts';
import type { UploadQueue } from '#domain/uploads/uploadQueue.ts';
import { storedUser } from '#src/session/storedUser.ts';
import { useObservable } from '#src/state/observable.ts';
import { endUnlessElsewhere } from '../session/adminCall.ts';
import { contentHash } from './known/contentHash.ts';
import { arrivedOf } from './stored/arrivedOf.ts';
import { openUploadStore } from './stored/uploadStore.ts';
import type { UploadsTo } from './stored/newDrop.ts';
import { UploadKeeper } from './stored/UploadKeeper.ts';
import { type SendPhotos, Uploader } from '#src/uploads/Uploader.ts';

const send: SendPhotos = async (request) => {
  const token = storedUser()?.token ?? '';
  const result = await uploadPhotos({ token }, request);
  if (result.status !== 'error' || result.httpStatus !== 401) return result;
  if (!(await endUnlessElsewhere(token))) return { ...result, message: 'Another library is served at this address.' };
  // The message is read after signing in again, so the server's 'please sign in' would be wrong.
  return { ...result, message: 'The session ended in the middle of the upload.' };
};

/** The one upload queue of this browser tab. */
export const tabUploader = new Uploader(send, {
  hashOf: contentHash,
  knownOf: (albumId, hashes) => fetchKnownPhotos(storedUser()?.token ?? '', albumId, hashes),
});

const keeper = new UploadKeeper({
  store: openUploadStore(),
  send: (album, files) => tabUploader.add(album, files),
  queue: tabUploader.queue,
  arrivedOf,
});
tabUploader.subscribe(() => keeper.follow());

/** The unfinished uploads of this person's earlier tabs, and the actions on them. */
export const unfinishedUploads: Pick<UploadKeeper, 'resume' | 'choose' | 'discard' | 'dismissNote'> = keeper;

export function useUnfinishedUploads(): Unfinished | undefined {
  return useObservable(keeper.unfinished);
}

export function useUploadNote(): string | undefined {
  return useObservable(keeper.note);
}

export function uploadTo(targets: readonly UploadsTo[]): void {
  keeper.upload(targets);
}

export function useUploadQueue(): UploadQueue {
  return useSyncExternalStore(tabUploader.subscribe, tabUploader.queue);
}

let owner: string | undefined;

/** Empties the queue when another person signs in, so that nobody's files are uploaded in another's name. */
export function claimUploads(userId: string): void {
  if (owner !== undefined && owner !== userId) {
    keeper.letGo();
    tabUploader.forgetAll();
  }
  owner = userId;
  void keeper.lookFor(userId);
}

/** Call at sign-out: forgets everything that is still to be sent. */
export function forgetUploads(): void {
  tabUploader.forgetAll();
  keeper.discard();
}
