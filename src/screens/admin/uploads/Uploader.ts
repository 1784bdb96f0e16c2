import type { FinalState, UploadRequest } from '../../../api/upload.ts';
import type { Album } from '../../../contract/entities.ts';
import { MESSAGES } from '../../../domain/messages.ts';
import {
  isWorthAnotherTry,
  MAX_ATTEMPTS,
  nextBatch,
  pauseBeforeAttemptMs,
  refusalBeforeSending,
  stopsEverything,
} from '../../../domain/uploads/uploadPlan.ts';
import {
  EMPTY_QUEUE,
  isPending,
  uploadQueue,
  type UploadEvent,
  type UploadItem,
} from '../../../domain/uploads/uploadQueue.ts';
import { createObservable } from '../../../state/observable.ts';

/** What the status bar shows of an upload's album while another screen is open. */
export type UploadTarget = Pick<Album, 'id' | 'name' | 'slug'>;

export type SendPhotos = (request: UploadRequest) => Promise<FinalState>;

/**
 * Sends the queue in small requests, one after another. A plain class without React, so that an upload goes on while
 * other admin screens are shown, and even after the session ended and the same person signed in again.
 */
export class Uploader {
  readonly #send: SendPhotos;
  readonly #files = new Map<number, File>();
  readonly #targets = new Map<string, UploadTarget>();
  readonly #queue = createObservable(EMPTY_QUEUE);
  #running = false;
  #lastId = 0;
  #stop = new AbortController();
  #endPause = () => {};

  constructor(send: SendPhotos) {
    this.#send = send;
  }

  readonly subscribe = this.#queue.subscribe;
  readonly queue = this.#queue.get;

  isBusy(): boolean {
    return this.queue().items.some(isPending);
  }

  targetOf(albumId: string): UploadTarget | undefined {
    return this.#targets.get(albumId);
  }

  add(album: UploadTarget, chosen: readonly File[]): void {
    this.#targets.set(album.id, album);
    const uploads = chosen.map((file) => {
      this.#lastId += 1;
      const refusal = refusalBeforeSending(file.type);
      this.#files.set(this.#lastId, file);
      const upload = { id: this.#lastId, albumId: album.id, name: file.name, size: file.size };
      return refusal === undefined ? upload : { ...upload, refusal };
    });
    this.#dispatch({ type: 'added', uploads });
    void this.#run();
  }

  /** Sends the files that failed once more. */
  retry(): void {
    this.#dispatch({ type: 'retried' });
    void this.#run();
  }

  /** Ends the pause between two attempts now. */
  tryNow(): void {
    this.#endPause();
  }

  cancel(): void {
    this.#halt({ type: 'cancelled' });
  }

  forgetAll(): void {
    this.#halt({ type: 'emptied' });
  }

  dismiss(albumId: string): void {
    this.#dispatch({ type: 'dismissed', albumId });
  }

  #halt(event: UploadEvent): void {
    this.#stop.abort();
    this.#stop = new AbortController();
    this.#dispatch(event);
    this.#endPause();
  }

  #dispatch(event: UploadEvent): void {
    const queue = uploadQueue(this.queue(), event);
    const kept = new Set(queue.items.map(({ id }) => id));
    for (const id of this.#files.keys()) if (!kept.has(id)) this.#files.delete(id);
    this.#queue.set(queue);
  }

  async #run(): Promise<void> {
    if (this.#running) return;
    this.#running = true;
    let failuresInARow = 0;
    for (let batch = this.#next(); batch.length > 0; batch = this.#next()) {
      const { signal } = this.#stop;
      const result = await this.#sendBatch(batch);
      if (!result || signal.aborted) continue;
      const isLost = this.#settle(ids(batch), result);
      failuresInARow = isLost ? failuresInARow + 1 : 0;
      if (failuresInARow >= MAX_ATTEMPTS) this.#dispatch({ type: 'gaveUp', message: MESSAGES.uploadFailed });
      else if (isLost) await this.#pause(pauseBeforeAttemptMs(failuresInARow));
    }
    this.#running = false;
  }

  #next(): UploadItem[] {
    return nextBatch(this.queue().items);
  }

  async #sendBatch(batch: UploadItem[]): Promise<FinalState | undefined> {
    const files = await Promise.all(batch.map(({ id }) => readableFile(this.#files.get(id))));
    const unreadable = batch.filter((_, index) => !files[index]);
    if (unreadable.length > 0) {
      // The other files of the batch are still waiting: the next request takes them.
      for (const { id } of unreadable) {
        this.#dispatch({ type: 'refused', ids: [id], message: 'This file can no longer be read.' });
      }
      return undefined;
    }
    this.#dispatch({ type: 'sending', ids: ids(batch) });
    return this.#send({
      albumId: batch[0]?.albumId ?? '',
      files: files.flatMap((file) => file ?? []),
      onProgress: (percent) => this.#dispatch({ type: 'progressed', ids: ids(batch), percent }),
      signal: this.#stop.signal,
    });
  }

  /** Enters a request's result into the queue. Returns true when the connection was lost and a retry may follow. */
  #settle(sent: number[], result: FinalState): boolean {
    if (result.status === 'complete') {
      this.#dispatch({ type: 'responded', ids: sent, response: result.data });
    } else if (isWorthAnotherTry(result.httpStatus)) {
      this.#dispatch({ type: 'interrupted', ids: sent });
      return true;
    } else if (stopsEverything(result.httpStatus)) {
      this.#dispatch({ type: 'gaveUp', message: result.message });
    } else {
      this.#dispatch({ type: 'refused', ids: sent, message: result.message });
    }
    return false;
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        window.removeEventListener('online', end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      window.addEventListener('online', end);
      this.#endPause = end;
    });
  }
}

function ids(batch: UploadItem[]): number[] {
  return batch.map(({ id }) => id);
}

/** Undefined when the file was moved or changed since it was chosen: sending it would fail like a lost connection. */
async function readableFile(file: File | undefined): Promise<File | undefined> {
  try {
    await file?.slice(0, 1).arrayBuffer();
    return file;
  } catch {
    return undefined;
  }
}
