import { useSyncExternalStore } from 'react';
import { uploadPhotos } from '../../../api/upload.ts';
import type { UploadQueue } from '../../../domain/uploads/uploadQueue.ts';
import { endSession, storedUser } from '../../../session/storedUser.ts';
import { Uploader } from './Uploader.ts';

/** The one upload queue of this browser tab. */
export const tabUploader = new Uploader(async (request) => {
  const token = storedUser()?.token ?? '';
  const result = await uploadPhotos(token, request);
  if (result.status !== 'error' || result.httpStatus !== 401) return result;
  endSession(token);
  // The message is read after signing in again, so the server's 'please sign in' would be wrong.
  return { ...result, message: 'The session ended in the middle of the upload.' };
});

export function useUploadQueue(): UploadQueue {
  return useSyncExternalStore(tabUploader.subscribe, tabUploader.queue);
}

let owner: string | undefined;

/** Empties the queue when another person signs in, so that nobody's files are uploaded in another's name. */
export function claimUploads(userId: string): void {
  if (owner !== undefined && owner !== userId) tabUploader.forgetAll();
  owner = userId;
}
