import type { MultipartFile } from '@fastify/multipart';
import type { UploadResponse } from '../../../src/contract/calls.ts';
import { UserError } from '../../errors.ts';
import type { IncomingPhoto, TakenPhoto } from './storePhoto.ts';
import type { PhotoServices } from '../photoServices.ts';
import type { StagedPhoto } from '../store/photoStore.ts';
import { dropFile, receiveFile } from './receiveFile.ts';
import { allRefused, NO_PHOTOS, refusalOf, type Refusal } from './uploadErrors.ts';

/** What became of one file of the form. */
type Fate = { taken: TakenPhoto; filename: string } | { refusal: Refusal };

/** One upload request: receives its files one after the other, while those before are decoded and stored. */
export class Upload {
  readonly #room: PhotoServices;
  readonly #album: { id: string; slug: string };
  readonly #fates: Promise<Fate>[] = [];
  /** Hears of what the person is not told. */
  readonly #onFault: (error: unknown) => void;
  readonly #gone = new AbortController();

  constructor(
    room: PhotoServices,
    request: { album: { id: string; slug: string }; onFault: (error: unknown) => void },
  ) {
    this.#room = room;
    this.#album = request.album;
    this.#onFault = request.onFault;
  }

  limits(files: number): { fileSize: number; files: number; parts: number } {
    return { fileSize: this.#room.settings.maxUploadBytes, files, parts: files };
  }

  /** Resolves when the file has been read; what becomes of it is known at `finish`. One's fate is not another's. */
  async receive(part: MultipartFile): Promise<void> {
    const maxBytes = this.#room.settings.maxUploadBytes;
    const uploadOrder = this.#room.intake.nextUploadOrder();
    let staged: StagedPhoto | undefined;
    try {
      staged = await this.#room.store.stage();
      const received = await receiveFile(part, { file: staged.files.original, maxBytes });
      this.#fates.push(this.#take({ ...received, uploadOrder, staged, originalFilename: nameOf(part) }));
    } catch (error) {
      await staged?.discard();
      await this.refuse(part, error);
    }
  }

  async refuse(part: MultipartFile, error: unknown): Promise<void> {
    this.#fates.push(Promise.resolve(this.#refusal(error, nameOf(part))));
    await dropFile(part);
  }

  /** The client is gone: nothing more is begun. What is committed already stays, and is whole. */
  abort(): void {
    this.#gone.abort();
  }

  async finish(): Promise<UploadResponse> {
    const fates = await Promise.all(this.#fates);
    if (fates.length === 0) throw new UserError(400, NO_PHOTOS);
    const taken = fates.filter((fate) => 'taken' in fate);
    const refusals = fates.flatMap((fate) => ('refusal' in fate ? [fate.refusal] : []));
    if (taken.length === 0) throw allRefused(refusals);
    const photos = new Map(taken.map(({ taken: { photo } }) => [photo.filename, photo]));
    return {
      photos: [...photos.values()],
      duplicates: taken.filter((fate) => fate.taken.duplicate).map((fate) => fate.filename),
      rejected: refusals.map(({ filename, message, status }) =>
        status >= 500 ? { filename, message, mayRetry: true } : { filename, message },
      ),
    };
  }

  /** Resolves when every file's fate is settled and nothing temporary is left. */
  async settle(): Promise<void> {
    await Promise.all(this.#fates);
  }

  async #take(received: Omit<IncomingPhoto, 'album' | 'signal'>): Promise<Fate> {
    const filename = received.originalFilename;
    try {
      const taken = await this.#room.intake.take({ ...received, album: this.#album, signal: this.#gone.signal });
      return { taken, filename };
    } catch (error) {
      return this.#refusal(error, filename);
    } finally {
      await received.staged.discard();
    }
  }

  #refusal(error: unknown, filename: string): Fate {
    const refusal = refusalOf(error, { filename, maxPixels: this.#room.settings.maxImagePixels });
    if (refusal.status >= 500 && !this.#gone.signal.aborted) this.#onFault(error);
    return { refusal };
  }
}

/** A part without a name is typed so by its sender, whatever the types say; browsers write a quote as %22. */
function nameOf(part: MultipartFile): string {
  return (part.filename || 'photo').replaceAll('%22', '"');
}
