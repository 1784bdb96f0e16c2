import type { FinalState, UploadRequest } from '#src/shared/api/upload.ts';
import { MESSAGES } from '#domain/messages.ts';
import {
  isInLine,
  isWorthAnotherTry,
  MAX_ATTEMPTS,
  nextBatch,
  PAUSE_IN_LINE_MS,
  pauseBeforeAttemptMs,
  stopsEverything,
  type UploadTarget,
} from '#domain/uploads/uploadPlan.ts';
import {
  EMPTY_QUEUE,
  isNamed,
  isPending,
  type NewUpload,
  uploadQueue,
  type UploadEvent,
  type UploadItem,
} from '#domain/uploads/uploadQueue.ts';
import type { UploadResponse } from '#contract/photos/schemas.ts';
import type { PhotoAbout } from '#domain/takeout/photoAbout.ts';
import { createObservable } from '#src/shared/state/observable.ts';
import { aboutFile, whyRefused } from './aboutFiles.ts';
import { companionsIn, isMadeIntoPhoto, prepare } from '#src/shared/preparations.ts';
import type { PreparedFile } from '#src/shared/slots.ts';
import { AttemptPause } from './AttemptPause.ts';
import { type Contents, KnownContents } from './KnownContents.ts';

export type SendPhotos = (request: UploadRequest) => Promise<FinalState>;

interface UploaderOptions {
  /**
   * For uploads that share a link with others. It is called while the server takes enough files of the others, so that
   * none are sent in vain.
   */
  isOurTurn?: () => Promise<boolean>;
  /** Called when an album is not there any more; its files have failed, and those for other albums go on. */
  onAlbumGone?: (album: UploadTarget) => void;
}

/**
 * Sends the queue in small requests, one after another, without files that the albums already have. A plain class
 * without React, so that an upload continues while other admin screens are shown, and even after the session ended and
 * the same person signed in again.
 */
export class Uploader {
  readonly #send: SendPhotos;
  readonly #known: KnownContents | undefined;
  readonly #files = new Map<number, File>();
  /** What is sent of the files, until the server has it. */
  readonly #prepared = new Map<number, PreparedFile>();
  readonly #targets = new Map<string, UploadTarget>();
  readonly #queue = createObservable(EMPTY_QUEUE);
  #running = false;
  /** The album of the batch that is being prepared or sent. */
  #albumInHand: string | undefined;
  #lastId = 0;
  #stop = new AbortController();
  readonly #pause = new AttemptPause();
  readonly #options: UploaderOptions;

  constructor(send: SendPhotos, contents?: Contents, options: UploaderOptions = {}) {
    this.#send = send;
    this.#options = options;
    this.#known =
      contents &&
      new KnownContents(contents, {
        items: () => this.queue().items,
        readable: async (id) => ((await this.#check(id)) ? this.#files.get(id) : undefined),
        onAsked: (page) => {
          this.#dispatch({ type: 'asked', ...page });
          void this.#run();
        },
      });
  }

  readonly subscribe = this.#queue.subscribe;
  readonly queue = this.#queue.get;

  isBusy(): boolean {
    return this.queue().items.some(isPending);
  }

  targetOf(albumId: string): UploadTarget | undefined {
    return this.#targets.get(albumId);
  }

  /** Returns the ids of the files in the queue. */
  add(album: UploadTarget, chosen: readonly File[]): number[] {
    this.#targets.set(album.id, album);
    const uploads = this.#uploadsOf(album, chosen);
    this.#dispatch({ type: 'added', uploads });
    const added = uploads.map(({ id }) => id);
    void this.#refuseEarly(uploads.flatMap(({ id, goesWith }) => (goesWith === undefined ? id : [])));
    void this.#known?.askAhead();
    void this.#run();
    return added;
  }

  #uploadsOf(album: UploadTarget, chosen: readonly File[]): NewUpload[] {
    const pictureOf = companionsIn(chosen.map(({ name }) => name));
    const withMore = new Set(pictureOf.values());
    const uploads = chosen.map((file) => {
      this.#lastId += 1;
      this.#files.set(this.#lastId, file);
      return {
        id: this.#lastId,
        albumId: album.id,
        name: file.name,
        size: file.size,
        unasked: this.#known !== undefined && !pictureOf.has(file.name),
        // A file that takes long to prepare keeps no others waiting, and its result is about this file only.
        alone: withMore.has(file.name) || isMadeIntoPhoto(file.name),
      };
    });
    const idOf = new Map(uploads.map(({ name, id }) => [name, id]));
    return uploads.map((upload) => Object.assign(upload, { goesWith: idOf.get(pictureOf.get(upload.name) ?? '') }));
  }

  /** Sends the files that failed once more. */
  retry(): void {
    this.#dispatch({ type: 'retried' });
    void this.#known?.askAhead();
    void this.#run();
  }

  /** Ends the pause between two attempts now. */
  tryNow(): void {
    this.#pause.end();
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

  /** Fails the files for an album that is not there any more, and ends what prepares or sends some of them. */
  protected endAlbum(albumId: string, message: string): void {
    if (this.#albumInHand === albumId) this.#abort();
    this.#dispatch({ type: 'gaveUp', message, albumId });
    this.#pause.end();
  }

  #halt(event: UploadEvent): void {
    this.#abort();
    this.#dispatch(event);
    this.#pause.end();
  }

  #abort(): void {
    this.#stop.abort();
    this.#stop = new AbortController();
  }

  #dispatch(event: UploadEvent): void {
    const queue = uploadQueue(this.queue(), event);
    const queued = new Set(queue.items.map(({ id }) => id));
    for (const id of this.#files.keys()) if (!queued.has(id)) this.#files.delete(id);
    const pending = new Set(queue.items.filter(isPending).map(({ id }) => id));
    for (const id of this.#prepared.keys()) if (!pending.has(id)) this.#prepared.delete(id);
    this.#queue.set(queue);
  }

  async #run(): Promise<void> {
    if (this.#running) return;
    this.#running = true;
    const { isOurTurn } = this.#options;
    let failuresInARow = 0;
    for (let batch = this.#next(); batch.length > 0; batch = this.#next()) {
      const { signal } = this.#stop;
      if (this.queue().inLine && (await isOurTurn?.()) === false) {
        await this.#pause.wait(PAUSE_IN_LINE_MS);
        continue;
      }
      this.#albumInHand = batch[0]?.albumId;
      const result = await this.#sendBatch(batch, signal);
      this.#albumInHand = undefined;
      if (!result || signal.aborted) continue;
      if (isOurTurn && result.status === 'error' && isInLine(result.httpStatus)) {
        this.#dispatch({ type: 'postponed', ids: ids(batch) });
        await this.#pause.wait(PAUSE_IN_LINE_MS);
        continue;
      }
      const isLost = this.#settle(batch, result);
      failuresInARow = isLost ? failuresInARow + 1 : 0;
      if (failuresInARow >= MAX_ATTEMPTS) this.#dispatch({ type: 'gaveUp', message: MESSAGES.uploadFailed });
      else if (isLost) await this.#pause.wait(pauseBeforeAttemptMs(failuresInARow));
    }
    this.#running = false;
  }

  #next(): UploadItem[] {
    return nextBatch(this.queue().items);
  }

  async #sendBatch(batch: UploadItem[], signal: AbortSignal): Promise<FinalState | undefined> {
    const mayBeSent = await Promise.all(batch.map(({ id }) => this.#check(id)));
    // The other files of the batch are still waiting: the next request takes them.
    if (mayBeSent.includes(false)) return undefined;
    for (const item of batch) if (!(await this.#prepare(item, signal))) return undefined;
    if (signal.aborted) return undefined;
    this.#dispatch({ type: 'sending', ids: ids(batch) });
    const bySent = new Map(batch.flatMap(({ id }) => this.#sentOf(id)));
    return this.#send({
      albumId: batch[0]?.albumId ?? '',
      files: [...bySent.keys()],
      aboutFile: (sent) => bySent.get(sent)?.about,
      partsOf: (sent) => bySent.get(sent)?.prepared,
      onProgress: (percent) => this.#dispatch({ type: 'progressed', ids: ids(batch), percent }),
      signal,
    });
  }

  /** The sent form of a file, with the facts about it. */
  #sentOf(id: number): [File, { prepared: PreparedFile; about: PhotoAbout | undefined }][] {
    const [file, prepared] = [this.#files.get(id), this.#prepared.get(id)];
    if (!file || !prepared) return [];
    const { takenAt } = prepared;
    return [
      [prepared.photo, { prepared, about: aboutFile(file) ?? (takenAt === undefined ? undefined : { takenAt }) }],
    ];
  }

  /** Makes a file into what is sent, once. Returns false for one that is not sent (any more). */
  async #prepare({ id, hash, name }: UploadItem, signal: AbortSignal): Promise<boolean> {
    const file = this.#files.get(id);
    if (!file) return false;
    if (this.#prepared.has(id)) return true;
    const companion = this.queue().items.find(({ goesWith }) => goesWith === id);
    try {
      const prepared = await prepare(file, {
        companion: companion && this.#files.get(companion.id),
        hash,
        signal,
        onProgress: (share) => !signal.aborted && this.#dispatch({ type: 'preparing', id, share }),
      });
      if (signal.aborted) return false;
      if ('photo' in prepared) {
        this.#prepared.set(id, prepared);
        if (prepared.note !== undefined) this.#dispatch({ type: 'noted', id, note: prepared.note });
        return true;
      }
      this.#dispatch({ type: 'refused', ids: [id], message: prepared.refused });
    } catch {
      if (!signal.aborted) this.#dispatch({ type: 'refused', ids: [id], message: `“${name}” could not be read.` });
    }
    return false;
  }

  /** Checks a file before it is sent, and rejects it if it is no picture or cannot be read. */
  async #check(id: number): Promise<boolean> {
    const file = this.#files.get(id);
    if (!file) return false;
    const message = await whyRefused(file);
    if (message !== undefined && this.#isWaiting(id)) this.#dispatch({ type: 'refused', ids: [id], message });
    return message === undefined && this.#isWaiting(id);
  }

  #isWaiting(id: number): boolean {
    return this.queue().items.some((item) => item.id === id && item.status === 'waiting');
  }

  /** Without this a film would count as waiting until its turn comes. */
  async #refuseEarly(added: number[]): Promise<void> {
    for (const id of added) if (this.#isWaiting(id)) await this.#check(id);
  }

  /** Enters a request's result into the queue. Returns true when the connection was lost and a retry may follow. */
  #settle(batch: UploadItem[], result: FinalState): boolean {
    const sent = ids(batch);
    if (result.status === 'complete') {
      this.#dispatch({ type: 'responded', ids: sent, response: this.#noteParts(batch, result.data) });
    } else if (isWorthAnotherTry(result.httpStatus)) {
      this.#dispatch({ type: 'interrupted', ids: sent });
      return true;
    } else if (stopsEverything(result.httpStatus)) {
      const gone = result.httpStatus === 404 ? this.targetOf(batch[0]?.albumId ?? '') : undefined;
      this.#dispatch({ type: 'gaveUp', message: result.message, ...(gone && { albumId: gone.id }) });
      if (gone) this.#options.onAlbumGone?.(gone);
    } else {
      this.#dispatch({ type: 'refused', ids: sent, message: result.message });
    }
    return false;
  }

  /** Notes which files beside photos the server refused. Returns the response about the photos alone. */
  #noteParts(batch: UploadItem[], response: UploadResponse): UploadResponse {
    const rejected = response.rejected.filter(({ filename, message }) => {
      const item = batch.find(({ id }) => isNamed(this.#prepared.get(id)?.beside?.file, filename));
      if (item) this.#dispatch({ type: 'noted', id: item.id, note: message });
      return !item;
    });
    return { ...response, rejected };
  }
}

function ids(batch: UploadItem[]): number[] {
  return batch.map(({ id }) => id);
}
