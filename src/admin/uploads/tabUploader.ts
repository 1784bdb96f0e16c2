import { useSyncExternalStore } from 'react';
import { HASHES_PER_CALL } from '#contract/limits.ts';
import { fetchKnownPhotos } from '#src/admin/api/curation.ts';
import { statusOf } from '#src/shared/api/http.ts';
import { uploadPhotos } from '#src/shared/api/upload.ts';
import type { Unfinished, StoredUpload } from '#domain/uploads/storedUploads.ts';
import type { UploadQueue } from '#domain/uploads/uploadQueue.ts';
import { storedUser } from '#src/shared/session/storedUser.ts';
import { useObservable } from '#src/shared/state/observable.ts';
import { endUnlessElsewhere } from '#src/admin/session/adminCall.ts';
import { contentHash } from './known/contentHash.ts';
import { openUploadStore, type UploadsTo } from './stored/uploadStore.ts';
import { StoredUploader } from './stored/StoredUploader.ts';
import type { SendPhotos } from '#src/shared/uploads/Uploader.ts';

const send: SendPhotos = async (request) => {
  const token = storedUser()?.token ?? '';
  const result = await uploadPhotos({ token }, request);
  if (result.status !== 'error' || result.httpStatus !== 401) return result;
  if (!(await endUnlessElsewhere(token))) return { ...result, message: 'Another library is served at this address.' };
  // The message is read after signing in again, when the server's 'please sign in' would be wrong.
  return { ...result, message: 'The session ended in the middle of the upload.' };
};

/** The one upload queue of this browser tab. */
export const tabUploader = new StoredUploader({
  send,
  contents: {
    hashOf: contentHash,
    knownOf: (albumId, hashes) => fetchKnownPhotos(storedUser()?.token ?? '', albumId, hashes),
  },
  store: openUploadStore(),
  arrivedOf,
});

export function useUnfinishedUploads(): Unfinished | undefined {
  return useObservable(tabUploader.unfinished);
}

export function useUploadNote(): string | undefined {
  return useObservable(tabUploader.note);
}

export function uploadTo(targets: readonly UploadsTo[]): void {
  tabUploader.upload(targets);
}

export function useUploadQueue(): UploadQueue {
  return useSyncExternalStore(tabUploader.subscribe, tabUploader.queue);
}

let owner: string | undefined;

/** Empties the queue when another person signs in, so that nobody's files are uploaded in another's name. */
export function claimUploads(userId: string): void {
  if (owner !== undefined && owner !== userId) tabUploader.letGo();
  owner = userId;
  void tabUploader.openFor(userId);
}

/** Call at sign-out: forgets everything that is still to be sent. */
export function forgetUploads(): void {
  tabUploader.forgetAll();
  tabUploader.discard();
}

/** Asks the server which of the files it has stored after all, and which of their albums are gone. */
async function arrivedOf(files: readonly StoredUpload[]): Promise<{ arrived: StoredUpload[]; gone: Set<string> }> {
  const gone = new Set<string>();
  const arrived: StoredUpload[] = [];
  for (const albumId of new Set(files.map((file) => file.albumId))) {
    const ofAlbum = files.filter((file) => file.albumId === albumId);
    try {
      const known = await knownOf(albumId, [...new Set(ofAlbum.flatMap(({ hash }) => hash ?? []))]);
      arrived.push(...ofAlbum.filter(({ hash }) => hash !== undefined && known.has(hash)));
    } catch (error) {
      // Without a response all of them count as missing; stored ones are found when the upload is continued.
      if (statusOf(error) === 404) gone.add(albumId);
    }
  }
  return { arrived, gone };
}

/** Asks even without a hash, to find out whether the album exists. */
async function knownOf(albumId: string, hashes: string[]): Promise<Set<string>> {
  const known = new Set<string>();
  let start = 0;
  do {
    const page = hashes.slice(start, start + HASHES_PER_CALL);
    for (const hash of await fetchKnownPhotos(storedUser()?.token ?? '', albumId, page)) known.add(hash);
    start += HASHES_PER_CALL;
  } while (start < hashes.length);
  return known;
}
