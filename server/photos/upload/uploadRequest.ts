import type { MultipartFile } from '@fastify/multipart';
import type { UploadResponse } from '#contract/photos/schemas.ts';
import type { PhotoAbout } from '#domain/takeout/photoAbout.ts';
import type { Counters } from '#server/core/counters.ts';
import { UserError } from '#server/core/errors.ts';
import { UPLOADS } from '#server/core/limits.ts';
import type { Settings } from '#server/core/settings/settings.ts';
import type { CompanionKind } from '#server/core/companionKind.ts';
import type { IncomingCompanion, PhotoCompanions } from '../companions/photoCompanions.ts';
import type { PhotoStore, StagedPhoto } from '../store/photoStore.ts';
import { type GuestOf, noBytesLeft } from '#server/photos/store/guestQueries.ts';
import type { PhotoRepository } from '../store/photoRepository.ts';
import type { ImportedPhoto, IncomingPhoto, PhotoImporter } from './photoImporter.ts';
import { receiveAnything, receiveFile, type ReceivedBytes } from './receiveFile.ts';
import { rejectionOf, type Rejection, tooLarge } from './uploadErrors.ts';
import type { Room, UploadSpace } from './uploadSpace.ts';

const NO_PHOTOS = 'No photos were sent: choose at least one';
const WITHOUT_PICTURE = 'The photo that this file belongs to was not sent with it';

/** The result for one file of an upload: the photo, or why it was rejected. */
type FileResult = ({ filename: string; incoming: IncomingPhoto } & ImportedPhoto) | Rejection;

/** A picture of the request. */
interface SentPhoto {
  filename: string;
  /** Never rejects, since it is awaited only when the whole request has been read. */
  result: Promise<FileResult>;
  /** The kinds of files that have come to lie beside it. */
  beside: Set<CompanionKind>;
}

/** A file that belongs beside a picture of the request. */
interface SentCompanion extends IncomingCompanion {
  filename: string;
  /** The name of the picture. */
  picture: string;
  bytes: number;
  /** Call when it is stored, or dropped. */
  release: () => Promise<void>;
}

export interface UploadServices {
  settings: Pick<Settings, 'maxUploadBytes' | 'maxImagePixels'>;
  store: Pick<PhotoStore, 'stage'>;
  importer: PhotoImporter;
  uploadSpace: Pick<UploadSpace, 'take'>;
  companions: Pick<PhotoCompanions, 'kindIn' | 'kinds'>;
  photos: Pick<PhotoRepository, 'bytesLeft' | 'spendBytes' | 'addBytes'>;
  counters: Counters;
  /** Milliseconds since 1970. */
  now: () => number;
}

interface UploadOptions {
  album: { id: string; slug: string };
  /** The person who uploads: the pictures of different people are decoded in turns. */
  uploader: string;
  /** Present when a visitor sends the files. */
  guest?: GuestOf | undefined;
  /** The length of the whole request, if the client says it. */
  bodyBytes: number | undefined;
  /** Called again and again: an upload may take an hour. Throws when the person may not upload any more. */
  checkAccess: () => Promise<void>;
  /** Called with internal errors of the server; the person who uploads gets a general message only. */
  onInternalError: (error: unknown) => void;
}

/** The facts about the next picture that its sender gives in fields before it. */
export interface SaidAbout {
  about?: PhotoAbout | undefined;
  madeFrom?: string | undefined;
}

interface Writing<Received> {
  /** The path of the new file. */
  file: string;
  /** The bytes that the guests' link still takes. */
  left: number;
  room: Room;
  /** The most bytes of such a file. */
  most: number;
  receive: (part: MultipartFile, reception: Parameters<typeof receiveFile>[1]) => Promise<Received>;
}

/** One upload request. It receives its files one after the other, while it decodes and stores the earlier ones. */
export class UploadRequest {
  readonly #services: UploadServices;
  readonly #options: UploadOptions;
  readonly #photos: SentPhoto[] = [];
  /** The files whose pictures have not come yet. */
  readonly #held: SentCompanion[] = [];
  /** Why files were rejected that belong beside photos: their photos are stored all the same. */
  readonly #rejectedBeside: Rejection[] = [];
  readonly #importing = new Set<Promise<FileResult>>();
  /** The bytes of the files that wait for a decoder. */
  #stagedBytes = 0;
  /** The bytes that files have brought so far. */
  #receivedBytes = 0;
  readonly #aborted = new AbortController();
  /** The reason why the person may no longer upload. */
  #refusal: UserError | undefined;
  #checkedAt = -Infinity;

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
  async receive(part: MultipartFile, { about: said, madeFrom }: SaidAbout): Promise<void> {
    const { store, importer, uploadSpace } = this.#services;
    await this.#checkAccess();
    const uploadOrder = importer.nextUploadOrder();
    let staged: StagedPhoto | undefined;
    let room: Room | undefined;
    const release = () => room?.release();
    while (this.#hasEnoughStaged()) await Promise.race(this.#importing);
    try {
      const left = await this.#bytesLeft();
      const { maxUploadBytes: most } = this.#services.settings;
      room = await uploadSpace.take(this.#mostBytes(left, most), this.#options);
      staged = await store.stage();
      const received = await this.#write(part, { file: staged.files.original, left, room, most, receive: receiveFile });
      // Guests cannot send captions, which walls show.
      const about = this.#options.guest ? undefined : said;
      const incoming = { ...received, uploadOrder, staged, originalFilename: filenameIn(part), about, madeFrom };
      const importing = this.#import(incoming).finally(release);
      this.#watch(importing, received.bytes);
      const photo = this.#sent(filenameIn(part), importing);
      for (const companion of this.#held.filter(({ picture }) => picture === photo.filename)) {
        if (photo.beside.has(companion.kind)) continue;
        this.#held.splice(this.#held.indexOf(companion), 1);
        this.#addBeside(photo, companion);
      }
    } catch (error) {
      await staged?.discard();
      release();
      if (this.#refusal) throw this.#refusal;
      await this.reject(part, error);
    }
  }

  /**
   * Resolves when a file that belongs beside a photo has been read. It is added when its photo is stored, which may
   * arrive before it or after it.
   */
  async receiveBeside(part: MultipartFile, kind: CompanionKind): Promise<void> {
    const filename = filenameIn(part);
    let staged: StagedPhoto | undefined;
    let room: Room | undefined;
    const release = async () => {
      room?.release();
      await staged?.discard();
    };
    while (this.#hasEnoughStaged()) await Promise.race(this.#importing);
    try {
      await this.#checkAccess();
      const picture = kind.pictureOf(filename);
      if (picture === undefined || this.#held.length >= UPLOADS.waitingForPicture) {
        throw new UserError(400, WITHOUT_PICTURE);
      }
      const [left, most] = [await this.#bytesLeft(), kind.upload.maxBytes];
      room = await this.#services.uploadSpace.take(this.#mostBytes(left, most), this.#options);
      staged = await this.#services.store.stage();
      const { original: from } = staged.files;
      const { bytes } = await this.#write(part, { file: from, left, room, most, receive: receiveAnything });
      const companion = { kind, filename, picture, from, staged, bytes, release };
      const photo = this.#photos.findLast((one) => one.filename === picture && !one.beside.has(kind));
      if (photo) this.#addBeside(photo, companion);
      else this.#held.push(companion);
    } catch (error) {
      await release();
      if (this.#refusal) throw this.#refusal;
      this.#rejectedBeside.push(this.#rejection(error, filename));
      await dropFile(part);
    }
  }

  #sent(filename: string, result: Promise<FileResult>): SentPhoto {
    const photo = { filename, result, beside: new Set<CompanionKind>() };
    this.#photos.push(photo);
    return photo;
  }

  /** Adds a file beside a photo once that is stored. */
  #addBeside(photo: SentPhoto, companion: SentCompanion): void {
    const { kind, filename, bytes, release } = companion;
    const { guest } = this.#options;
    photo.beside.add(kind);
    photo.result = photo.result.then(async (result) => {
      try {
        // The sentence about its photo says enough.
        if (!('photo' in result)) return result;
        const added = await this.#services.importer.addBeside(result.incoming, result, companion);
        // Gives the bytes back as for the photo itself. Where a visitor may not learn that it is known, they count.
        if (guest && result.duplicate) await this.#services.photos.addBytes(guest, -bytes);
        return { ...result, ...added };
      } catch (error) {
        this.#rejectedBeside.push(this.#rejection(error, filename));
        return result;
      } finally {
        await release();
      }
    });
    this.#watch(photo.result, bytes);
  }

  /** Counts a file that is being stored, until it is. */
  #watch(storing: Promise<FileResult>, bytes: number): void {
    this.#importing.add(storing);
    this.#stagedBytes += bytes;
    void storing.finally(() => {
      this.#importing.delete(storing);
      this.#stagedBytes -= bytes;
    });
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
  #mostBytes(left: number, most: number): number {
    const { bodyBytes = Infinity } = this.#options;
    return Math.min(left, most, Math.max(0, bodyBytes - this.#receivedBytes));
  }

  /** Writes a file, and counts its bytes for the guests' link, unless there is no room for it in the link or on the disk. */
  async #write<Received extends ReceivedBytes>(
    part: MultipartFile,
    { file, left, room, most: maxBytes, receive }: Writing<Received>,
  ): Promise<Received> {
    const { photos, counters } = this.#services;
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
    const atMost =
      left < maxBytes ? { bytes: left, error: noRoom } : { bytes: maxBytes, error: () => tooLarge(maxBytes) };
    const checkAccess = () => this.#checkAccessAgain();
    const received = await receive(part, { file, maxBytes, atMost, write, checkAccess }).catch(
      async (error: unknown) => {
        if (guest && hasRoom) await photos.addBytes(guest, written);
        throw error;
      },
    );
    room.arrived();
    this.#receivedBytes += received.bytes;
    if (guest) await photos.spendBytes(guest, received.bytes);
    counters.uploads.bytes += received.bytes;
    return received;
  }

  async reject(part: MultipartFile, error: unknown): Promise<void> {
    this.#sent(filenameIn(part), Promise.resolve(this.#rejection(error, filenameIn(part))));
    await dropFile(part);
  }

  /** Call when the client has disconnected: starts no more imports. Committed photos stay, complete. */
  abort(): void {
    this.#aborted.abort();
  }

  async finish(): Promise<UploadResponse> {
    await this.#rejectHeld();
    const results = await this.#results();
    if (this.#refusal) throw this.#refusal;
    if (results.length === 0) throw new UserError(400, NO_PHOTOS);
    const imported = results.filter((result) => 'photo' in result);
    const refused = results.filter((result) => 'status' in result);
    if (imported.length === 0) throw errorOfAll(refused);
    const rejected = [...refused, ...this.#rejectedBeside];
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
    await this.#rejectHeld();
    await this.#results();
  }

  #results(): Promise<FileResult[]> {
    return Promise.all(this.#photos.map(({ result }) => result));
  }

  /** Rejects the files whose pictures have not come. */
  async #rejectHeld(): Promise<void> {
    for (const { filename, release } of this.#held.splice(0)) {
      this.#rejectedBeside.push(this.#rejection(new UserError(400, WITHOUT_PICTURE), filename));
      await release();
    }
  }

  /** Checks again after a while, since a file may take minutes. */
  async #checkAccessAgain(): Promise<void> {
    if (this.#refusal) throw this.#refusal;
    if (Math.abs(this.#services.now() - this.#checkedAt) < UPLOADS.checkAccessMs) return;
    try {
      await this.#checkAccess();
    } catch (error) {
      // A database that cannot be asked for a moment ends no upload: the check before the photo is stored decides.
      if (error instanceof UserError) throw error;
    }
  }

  async #checkAccess(): Promise<void> {
    this.#checkedAt = this.#services.now();
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
      const incoming = { ...received, album, uploader, guest, signal };
      const imported = await this.#services.importer.import(incoming);
      this.#services.counters.uploaded(imported.duplicate);
      // Gives the bytes back: nothing of a duplicate is stored, and phones send a file again when they got no response.
      if (guest && imported.duplicate) await this.#services.photos.addBytes(guest, -received.bytes);
      return { filename, incoming, ...imported };
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
