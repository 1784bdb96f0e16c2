import { useSyncExternalStore } from 'react';
import { uploadPhotos } from '../../../api/upload.ts';
import type { UploadQueue } from '../../../domain/uploads/uploadQueue.ts';
import { endSession, storedUser } from '../../../session/storedUser.ts';
import { Uploader } from './Uploader.ts';

/** The one queue of this tab. */
export const tabUploader = new Uploader(async (request) => {
  const token = storedUser()?.token ?? '';
  const result = await uploadPhotos(token, request);
  if (result.status !== 'error' || result.httpStatus !== 401) return result;
  endSession(token);
  // Read by somebody who has signed in again, so 'please sign in' would be wrong.
  return { ...result, message: 'The session ended in the middle of the upload.' };
});

export function useUploadQueue(): UploadQueue {
  return useSyncExternalStore(tabUploader.subscribe, tabUploader.queue);
}

let owner: string | undefined;

/** What one person chose is not sent in another's name, should somebody else sign in after a session has ended. */
export function claimUploads(userId: string): void {
  if (owner !== undefined && owner !== userId) tabUploader.forgetAll();
  owner = userId;
}
