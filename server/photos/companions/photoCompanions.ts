import type { CompanionKind, Making } from '#server/core/companionKind.ts';
import { codeOf } from '#server/core/errors.ts';
import { hashAndSizeOf, removeAll } from '#server/core/files/durableFiles.ts';
import type { AlbumLists } from '../albums/albumLists.ts';
import { damagedAmong } from '../store/damagedParts.ts';
import type { PhotoRepository } from '../store/photoRepository.ts';
import type { PhotoAddress, PhotoStore, StagedPhoto } from '../store/photoStore.ts';
import type { RemovedFiles } from '../store/removedFiles.ts';
import { companionsIn, type StoredCompanion } from '../store/companionColumn.ts';

interface Options {
  kinds: Iterable<CompanionKind>;
  photos: Pick<PhotoRepository, 'companionsAt' | 'has' | 'setCompanion'>;
  store: Pick<PhotoStore, 'open'>;
  removedFiles: Pick<RemovedFiles, 'guard'>;
  lists: Pick<AlbumLists, 'forget'>;
}

/** A photo's files, and by how many degrees its images are turned. */
export interface CompanionPhoto extends PhotoAddress {
  rotation: number;
}

/** A received file that may belong beside a photo. */
export interface IncomingCompanion {
  kind: CompanionKind;
  from: string;
  within?: { start: number; end: number } | undefined;
  /** The file that is made of it is staged here. */
  staged: Pick<StagedPhoto, 'beside' | 'add'>;
}

/** The files that other subjects store beside photos: they share the photos' lifetime, and copies of a photo share them. */
export class PhotoCompanions {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  get kinds(): Iterable<CompanionKind> {
    return this.#options.kinds;
  }

  /** The kind of file that a field of an upload's form brings. */
  kindIn(field: string): CompanionKind | undefined {
    return [...this.kinds].find(({ upload }) => upload.field === field);
  }

  /** Makes the file and drops it, so that whoever sent it learns whether it is good, and nothing else. */
  async check(incoming: IncomingCompanion, making: Making): Promise<void> {
    const { kind, from, within, staged } = incoming;
    await kind.make({ from, within, to: staged.beside(kind.part) }, making);
  }

  /**
   * Adds a file to a photo, unless the photo has one of the kind that is whole. Throws a UserError for a file that cannot
   * be one. Returns whether it was added.
   */
  async add(photo: CompanionPhoto, incoming: IncomingCompanion, making: Making): Promise<boolean> {
    const { kind, from, within, staged } = incoming;
    const { photos, removedFiles, lists } = this.#options;
    if (await this.#isWhole(photo, kind)) return false;
    const to = staged.beside(kind.part);
    const fields = await kind.make({ from, within, to, degrees: photo.rotation }, making);
    const companion = { ...(await hashAndSizeOf(to)), fields };
    const isAdded = await removedFiles.guard(photo, async () => {
      // The photo may have been rotated or deleted for good meanwhile; then nothing may come back to its place.
      if (!(await photos.has(photo))) return false;
      await staged.add(photo, kind.part);
      return photos.setCompanion(photo, kind.part, companion);
    });
    if (isAdded) lists.forget();
    return isAdded;
  }

  async #isWhole(photo: PhotoAddress, { part }: CompanionKind): Promise<boolean> {
    const stored = companionsIn(await this.#options.photos.companionsAt(photo)).find(([name]) => name === part);
    if (!stored) return false;
    const [, { hash }] = stored;
    return (await damagedAmong([[part, hash]], photo, this.#options.store)).length === 0;
  }
}

interface Rotated {
  from: Pick<PhotoStore, 'copy' | 'partsOf'>;
  photo: PhotoAddress & { companions: string | null };
  /** The files of the rotated photo. */
  staged: Pick<StagedPhoto, 'beside' | 'files'>;
  degrees: number;
}

/** Makes the files beside a rotated photo, of those beside it before. One that cannot be turned is left out. */
export async function turnedCompanions(
  kinds: Iterable<CompanionKind>,
  { from, photo, staged, degrees }: Rotated,
  making: Making,
): Promise<[CompanionKind['part'], StoredCompanion][]> {
  const turned: [CompanionKind['part'], StoredCompanion][] = [];
  const { parts } = await from.partsOf(photo);
  for (const [part] of companionsIn(photo.companions)) {
    const kind = [...kinds].find((one) => one.part === part);
    const path = parts[part];
    if (!kind || path === undefined) continue;
    const [before, to] = [`${staged.beside(part)}.before`, staged.beside(part)];
    try {
      await from.copy(path, before);
      const fields = await kind.make({ from: before, to, degrees }, making);
      turned.push([part, { ...(await hashAndSizeOf(to)), fields }]);
    } catch (error) {
      // A file that the disk has lost, or that cannot be turned, is no reason to leave the photo as it is.
      if (codeOf(error) !== undefined && codeOf(error) !== 'ENOENT') throw error;
      await removeAll(to);
    } finally {
      await removeAll(before);
    }
  }
  return turned;
}
