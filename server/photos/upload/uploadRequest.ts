import type { MultipartFile } from '@fastify/multipart';
import type { UploadResponse } from '#contract/photos/schemas.ts';
import type { PhotoAbout } from '#domain/takeout/photoAbout.ts';
import type { Counters } from '#server/core/counters.ts';
import { UserError } from '#server/core/errors.ts';
import { UPLOADS } from '#server/core/limits.ts';
import type { Settings } from '#server/core/settings/settings.ts';
import type { PhotoStore, StagedPhoto } from '../store/photoStore.ts';
import { type GuestOf, noBytesLeft } from '#server/photos/store/guestQueries.ts';
import type { PhotoRepository } from '../store/photoRepository.ts';
import type { ImportedPhoto, IncomingPhoto, PhotoImporter } from './photoImporter.ts';
import { receiveFile, type ReceivedFile } from './receiveFile.ts';
import { rejectionOf, type Rejection } from './uploadErrors.ts';
import type { Room, UploadSpace } from './uploadSpace.ts';

const NO_PHOTOS = 'No photos were sent: choose at least one';

/** The result for one file of an upload: the photo, or why it was rejected. */
type FileResult = ({ filename: string } & ImportedPhoto) | Rejection;

export interface UploadServices {
  settings: Pick<Settings, 'maxUploadBytes' | 'maxImagePixels'>;
  store: Pick<PhotoStore, 'stage'>;
  importer: PhotoImporter;
  uploadSpace: Pick<UploadSpace, 'take'>;
  photos: Pick<PhotoRepository, 'bytesLeft' | 'spendBytes' | 'addBytes'>;
  counters: Counters;
}

interface UploadOptions {
  album: { id: string; slug: string };
  /** The person who uploads: the pictures of different people are decoded in turns. */
  uploader: string;
  /** Present when a visitor sends the files. */
  guest?: GuestOf | undefined;
  /** The length of the whole request, if the client says it. */
  bodyBytes: number | undefined;
  /** Called before each file is stored: an upload may take an hour. Throws when the person may not upload any more. */
  checkAccess: () => Promise<void>;
  /** Called with internal errors of the server; the person who uploads gets a general message only. */
  onInternalError: (error: unknown) => void;
}

interface Writing {
  /** The path of the new file. */
  file: string;
  /** The bytes that the guests' link still takes. */
  left: number;
  room: Room;
}

/** One upload request. It receives its files one after the other, while it decodes and stores the earlier ones. */
export class UploadRequest {
  readonly #services: UploadServices;
  readonly #options: UploadOptions;
  /** None of these promises rejects, since they are awaited only when the whole request has been read. */
  readonly #results: Promise<FileResult>[] = [];
  readonly #importing = new Set<Promise<FileResult>>();
  /** The bytes of the files that wait for a decoder. */
  #stagedBytes = 0;
  /** The bytes that files have brought so far. */
  #receivedBytes = 0;
  readonly #aborted = new AbortController();
  /** The reason why the person may no longer upload. */
  #refusal: UserError | undefined;

  constructor(services: UploadServices, options: UploadOptions) {
    this.#services = services;
    this.#options = options;
  }

  get limits() {
    const { files, fields, fieldBytes, fieldNameBytes, partHeaderBytes } = UPLOADS;
    const form = { files, fields, parts: files + fields, fieldSize: fieldBytes, fieldNameSize: fieldNameBytes };
    return { ...form, headerSize: partHeaderBytes, fileSize: this.#services.settings.maxUploadBytes };
  }

  /** Resolves when the file has been read. A file that fails does not stop the others; results come from `finish`. */
  async receive(part: MultipartFile, said: PhotoAbout | undefined): Promise<void> {
    const { store, importer, uploadSpace } = this.#services;
    await this.#checkAccess();
    const uploadOrder = importer.nextUploadOrder();
    let staged: StagedPhoto | undefined;
    let room: Room | undefined;
    const release = () => room?.release();
    while (this.#hasEnoughStaged()) await Promise.race(this.#importing);
    try {
      const left = await this.#bytesLeft();
      room = await uploadSpace.take(this.#mostBytes(left), this.#options);
      staged = await store.stage();
      const received = await this.#write(part, { file: staged.files.original, left, room });
      // Guests cannot send captions, which walls show.
      const about = this.#options.guest ? undefined : said;
      const incoming = { ...received, uploadOrder, staged, originalFilename: filenameIn(part), about };
      const importing = this.#import(incoming).finally(release);
      this.#importing.add(importing);
      this.#stagedBytes += received.bytes;
      const settled = () => {
        this.#importing.delete(importing);
        this.#stagedBytes -= received.bytes;
      };
      this.#results.push(importing.finally(settled));
    } catch (error) {
      await staged?.discard();
      release();
      await this.reject(part, error);
    }
  }

  #hasEnoughStaged(): boolean {
    const { waitingForDecoder, bytesWaitingForDecoder } = UPLOADS;
    return this.#importing.size >= waitingForDecoder || this.#stagedBytes >= bytesWaitingForDecoder;
  }

  /** The bytes that the guests' link still takes. */
  async #bytesLeft(): Promise<number> {
    const { guest } = this.#options;
    const left = guest ? await this.#services.photos.bytesLeft(guest) : Infinity;
    if (left === 0) throw noBytesLeft();
    return left;
  }

  /** The most bytes that the next file can have. */
  #mostBytes(left: number): number {
    const { bodyBytes = Infinity } = this.#options;
    return Math.min(left, this.#services.settings.maxUploadBytes, Math.max(0, bodyBytes - this.#receivedBytes));
  }

  /** Writes a file, and counts its bytes for the guests' link, unless there is no room for it in the link or on the disk. */
  async #write(part: MultipartFile, { file, left, room }: Writing): Promise<ReceivedFile> {
    const { settings, photos, counters } = this.#services;
    const { guest } = this.#options;
    let [written, hasRoom] = [0, true];
    const noRoom = () => {
      hasRoom = false;
      return noBytesLeft();
    };
    const write: Room['write'] = async (bytes, work) => {
      hasRoom = false;
      await room.write(bytes, work);
      hasRoom = true;
      written += bytes;
    };
    const { maxUploadBytes: maxBytes } = settings;
    const reception = { file, maxBytes, atMost: { bytes: left, error: noRoom }, write };
    const received = await receiveFile(part, reception).catch(async (error: unknown) => {
      if (guest && hasRoom) await photos.addBytes(guest, written);
      throw error;
    });
    room.arrived();
    this.#receivedBytes += received.bytes;
    if (guest) await photos.spendBytes(guest, received.bytes);
    counters.uploads.bytes += received.bytes;
    return received;
  }

  async reject(part: MultipartFile, error: unknown): Promise<void> {
    this.#results.push(Promise.resolve(this.#rejection(error, filenameIn(part))));
    await dropFile(part);
  }

  /** Call when the client has disconnected: starts no more imports. Committed photos stay, complete. */
  abort(): void {
    this.#aborted.abort();
  }

  async finish(): Promise<UploadResponse> {
    const results = await Promise.all(this.#results);
    if (this.#refusal) throw this.#refusal;
    if (results.length === 0) throw new UserError(400, NO_PHOTOS);
    const imported = results.filter((result) => 'photo' in result);
    const rejected = results.filter((result) => 'status' in result);
    if (imported.length === 0) throw errorOfAll(rejected);
    // Lists each stored photo once, by its stored name. A name that was sent identifies no photo, because phones send
    // different photos under one name.
    const photos = new Map(
      imported.map(({ photo, filename }, index) => [photo.filename === filename ? index : photo.filename, photo]),
    );
    return {
      photos: [...photos.values()],
      duplicates: imported.filter(({ duplicate }) => duplicate).map(({ filename }) => filename),
      rejected: rejected.map(({ filename, message, status }) =>
        status >= 500 ? { filename, message, mayRetry: true } : { filename, message },
      ),
    };
  }

  /** Resolves when every file has its result and nothing temporary is left. */
  async settle(): Promise<void> {
    await Promise.all(this.#results);
  }

  async #checkAccess(): Promise<void> {
    try {
      await this.#options.checkAccess();
    } catch (error) {
      if (error instanceof UserError) this.#refusal = error;
      throw error;
    }
  }

  async #import(received: Omit<IncomingPhoto, 'album' | 'signal' | 'uploader' | 'guest'>): Promise<FileResult> {
    const filename = received.originalFilename;
    const { album, uploader, guest } = this.#options;
    try {
      await this.#checkAccess();
      const { signal } = this.#aborted;
      const imported = await this.#services.importer.import({ ...received, album, uploader, guest, signal });
      this.#services.counters.uploaded(imported.duplicate);
      // Gives the bytes back: nothing of a duplicate is stored, and phones send a file again when they got no response.
      if (guest && imported.duplicate) await this.#services.photos.addBytes(guest, -received.bytes);
      return { filename, ...imported };
    } catch (error) {
      return this.#rejection(error, filename);
    } finally {
      await received.staged.discard();
    }
  }

  #rejection(error: unknown, filename: string): Rejection {
    const rejection = rejectionOf(error, { filename, maxPixels: this.#services.settings.maxImagePixels });
    this.#services.counters.uploadRefused(rejection.status);
    // A sentence for the person, such as that the disk is full, is none of the server's errors.
    const isInternal = rejection.status >= 500 && !(error instanceof UserError);
    if (isInternal && !this.#aborted.signal.aborted) this.#options.onInternalError(error);
    return rejection;
  }
}

/** A file may have no name, although the type of `filename` excludes that; browsers write a quote in it as %22. */
function filenameIn(part: MultipartFile): string {
  return (part.filename || 'photo').slice(0, UPLOADS.filenameLength).toWellFormed().replaceAll('%22', '"');
}

/** The error of an upload without an accepted file: an internal error comes first, equal sentences appear once. */
function errorOfAll(rejections: readonly Rejection[]): UserError {
  const worst = rejections.find(({ status }) => status >= 500) ?? rejections[0];
  const sentences = [...new Set(rejections.map(({ message }) => message))];
  return new UserError(worst?.status ?? 400, sentences.slice(0, 3).join('. '));
}

/** Reads the rest of a rejected file, so that the files after it arrive. */
async function dropFile(part: MultipartFile): Promise<void> {
  for await (const _ of part.file) continue;
}
