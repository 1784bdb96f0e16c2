import type { MultipartFile } from '@fastify/multipart';
import type { UploadResponse } from '#contract/schemas/photos.ts';
import type { PhotoAbout } from '#domain/takeout/photoAbout.ts';
import type { Counters } from '../../counters/counters.ts';
import { UserError } from '../../errors.ts';
import { UPLOADS } from '../../limits.ts';
import type { Settings } from '../../settings/settings.ts';
import type { PhotoStore, StagedPhoto } from '../store/photoStore.ts';
import type { GuestOf } from '../store/guestQueries.ts';
import type { ImportedPhoto, IncomingPhoto, PhotoImporter } from './photoImporter.ts';
import { receiveFile } from './receiveFile.ts';
import { rejectionOf, type Rejection } from './uploadErrors.ts';

const NO_PHOTOS = 'No photos were sent: choose at least one';

/** The result for one file of an upload: the photo, or why it was rejected. */
type FileResult = ({ filename: string } & ImportedPhoto) | Rejection;

export interface UploadServices {
  settings: Pick<Settings, 'maxUploadBytes' | 'maxImagePixels'>;
  store: Pick<PhotoStore, 'stage'>;
  importer: PhotoImporter;
  counters: Counters;
}

interface UploadOptions {
  album: { id: string; slug: string };
  /** The person who uploads: the pictures of different people are decoded in turns. */
  uploader: string;
  /** Present when a visitor sends the files. */
  guest?: GuestOf | undefined;
  /** Called before each file is stored: an upload may take an hour. Throws when the person may not upload any more. */
  checkAccess: () => Promise<void>;
  /** Called with internal errors of the server; the person who uploads gets a general message only. */
  onInternalError: (error: unknown) => void;
}

/** One upload request. It receives its files one after the other, while it decodes and stores the earlier ones. */
export class UploadRequest {
  readonly #services: UploadServices;
  readonly #options: UploadOptions;
  /** None of these promises rejects, since they are awaited only when the whole request has been read. */
  readonly #results: Promise<FileResult>[] = [];
  readonly #importing = new Set<Promise<FileResult>>();
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
    const { settings, store, importer } = this.#services;
    await this.#checkAccess();
    const uploadOrder = importer.nextUploadOrder();
    let staged: StagedPhoto | undefined;
    while (this.#importing.size >= UPLOADS.waitingForDecoder) await Promise.race(this.#importing);
    try {
      staged = await store.stage();
      const received = await receiveFile(part, { file: staged.files.original, maxBytes: settings.maxUploadBytes });
      this.#services.counters.uploads.bytes += received.bytes;
      // Guests cannot send captions, which walls show.
      const about = this.#options.guest ? undefined : said;
      const importing = this.#import({ ...received, uploadOrder, staged, originalFilename: filenameIn(part), about });
      this.#importing.add(importing);
      this.#results.push(importing.finally(() => this.#importing.delete(importing)));
    } catch (error) {
      await staged?.discard();
      await this.reject(part, error);
    }
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
    const { guest, album } = this.#options;
    // Visitors know photos by other names than the library's; photos that wait for approval have none for them.
    const sent = imported.map(({ photo, filename }) => (guest ? { filename, albumSlug: album.slug } : photo));
    const photos = new Map(sent.map((photo) => [photo.filename, photo]));
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
    if (rejection.status >= 500 && !this.#aborted.signal.aborted) this.#options.onInternalError(error);
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
