import { HEAD_BYTES, type ImageKind, recogniseImage } from '#domain/uploads/imageKinds.ts';
import type { CompanionKind } from '#server/core/companionKind.ts';
import { UserError } from '#server/core/errors.ts';
import type { ListedPhoto } from '../albums/photoQueries.ts';
import { companionColumn } from '../store/companionColumn.ts';
import { turnedCompanions } from '../companions/photoCompanions.ts';
import type { DecodePool } from '../decode/decodePool.ts';
import { nextFilename } from '../store/photoNames.ts';
import { placeFiles } from '../store/placeFiles.ts';
import type { PhotoRepository } from '../store/photoRepository.ts';
import type { PhotoStore, StagedPhoto } from '../store/photoStore.ts';
import type { RemovedFiles } from '../store/removedFiles.ts';
import type { EditedPhoto, PhotoChangesRepository, WrittenChanges } from './photoChangesRepository.ts';

interface Options {
  changes: Pick<PhotoChangesRepository, 'write'>;
  photos: Pick<PhotoRepository, 'has' | 'setVariants'>;
  store: Pick<PhotoStore, 'copy' | 'open' | 'partsOf' | 'stage'>;
  decoder: Pick<DecodePool, 'decode'>;
  companionKinds: Iterable<CompanionKind>;
  removedFiles: Pick<RemovedFiles, 'guard'>;
  nameSecret: string;
  maxPixels: number;
}

interface Rotation extends WrittenChanges {
  /** Degrees clockwise, added to the photo's present rotation. */
  degrees: number;
  /** The person who rotates: the pictures of different people are decoded in turns. */
  owner: string;
}

const FULL_TURN = 360;
const FILES_LOST = 'The original of this photo is missing or damaged on the server, so it cannot be rotated';

/**
 * Rotates photos: new variants are made from the original and get a new name, because browsers store images for ever.
 */
export class PhotoRotation {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Returns the rotated photo; undefined when somebody else changed it meanwhile. */
  async rotate(photo: EditedPhoto, { degrees, owner, ...changes }: Rotation): Promise<ListedPhoto | undefined> {
    const { store } = this.#options;
    const original = (await store.partsOf(photo.files)).parts.original;
    if (original === undefined) throw new UserError(409, FILES_LOST);
    const staged = await store.stage();
    try {
      await store.copy(original, staged.files.original);
      const rotation = (photo.rotation + degrees) % FULL_TURN;
      return await this.#place(photo, { staged, degrees, rotation, owner, changes });
    } finally {
      await staged.discard();
    }
  }

  async #place(
    photo: EditedPhoto,
    made: { staged: StagedPhoto; degrees: number; rotation: number; owner: string; changes: WrittenChanges },
  ): Promise<ListedPhoto | undefined> {
    const { changes, decoder, maxPixels, nameSecret, photos, removedFiles } = this.#options;
    const { staged, degrees, rotation, owner } = made;
    const making = { signal: new AbortController().signal, owner };
    const kind = await this.#kindOf(photo);
    const request = { files: staged.files, contentHash: photo.contentHash, maxPixels, rotation };
    const decoded = await decoder.decode(request, making);
    const turning = {
      from: this.#options.store,
      photo: { ...photo.files, companions: photo.companions },
      staged,
      degrees,
    };
    const beside = await turnedCompanions(this.#options.companionKinds, turning, making);
    const filename = nextFilename(photo, { albumId: photo.albumId, rotation, secret: nameSecret });
    const address = { albumId: photo.albumId, filename };
    return removedFiles.guard(address, async () => {
      const companions = beside.map(([part]) => part);
      const placed = await placeFiles(address, { photos, staged, kind, companions, decoded });
      const column = beside.length === 0 ? null : companionColumn(beside);
      const rotated = { ...decoded, filename, rotation, companions: column };
      const written = await changes.write(photo, { ...made.changes, rotated }).catch(async (error: unknown) => {
        if (!(await photos.has(address))) await placed?.withdraw();
        throw error;
      });
      await (written ? placed?.confirm() : placed?.withdraw());
      return written;
    });
  }

  async #kindOf({ files }: EditedPhoto): Promise<ImageKind> {
    const file = await this.#options.store.open(files, 'original');
    let head = Buffer.alloc(0);
    for await (const chunk of file?.stream ?? []) {
      head = Buffer.concat([head, chunk]);
      if (head.length >= HEAD_BYTES) break;
    }
    const { kind } = recogniseImage(head.subarray(0, HEAD_BYTES));
    if (kind === undefined) throw new UserError(409, FILES_LOST);
    return kind;
  }
}
