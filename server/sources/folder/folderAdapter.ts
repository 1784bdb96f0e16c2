import { lstat } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import type { PhotoAbout } from '#domain/takeout/photoAbout.ts';
import { readSidecar, isSidecar, sidecarsIn } from '#domain/takeout/sidecars.ts';
import { isImageName } from '#domain/uploads/imageKinds.ts';
import { stemOf } from '#domain/uploads/uploadState.ts';
import type { CompanionKind } from '#server/core/companionKind.ts';
import type { ReadItem, SourceAdapter, SourceItem, SourceListing } from '../sourceAdapter.ts';
import { openInPlace } from './fileInPlace.ts';
import { type FolderMark, readFolder, readTree, type SourceFolder } from './folderTree.ts';

const VIDEO = /\.(?:mov|mp4)$/i;
/** A larger file is not a sidecar. */
const SIDECAR_BYTES = 1024 * 1024;

/** The album for a followed folder's own files, and the parent of its subfolders' albums. */
export interface RootAlbums {
  ofFiles: readonly string[];
  aboveFolders: readonly string[];
}

interface FolderOptions {
  /** Absent for `import`: the folder becomes an album only if it has pictures of its own. */
  rootAlbums?: RootAlbums;
  /** Whether files are read to recognise changed ones. */
  withMarks?: boolean;
  /** The kinds of files that belong beside pictures. */
  kinds?: Iterable<CompanionKind>;
}

/** A folder with everything below it, in which each folder is an album. */
export class FolderAdapter implements SourceAdapter {
  readonly #root: string;
  readonly #options: FolderOptions;
  /** The sidecar of each picture that has one, by the picture's path. */
  readonly #sidecars = new Map<string, string>();
  /** The file that belongs beside each picture that has one, by the picture's path. */
  readonly #besides = new Map<string, string>();
  /** The number of symbolic links in the last listing, none of which are followed. */
  links = 0;
  /** Each folder as it was listed last, by its path. */
  readonly #known = new Map<string, KnownFolder>();

  constructor(root: string, options: FolderOptions = {}) {
    this.#root = root;
    this.#options = options;
  }

  async checkPlace(): Promise<void> {}

  async list(): Promise<SourceListing> {
    const tree = await readTree(this.#root);
    this.links = tree.links.length;
    this.#sidecars.clear();
    this.#besides.clear();
    this.#known.clear();
    const items: SourceItem[] = [];
    await this.#collect(tree.root, undefined, items);
    return { items, isWhole: tree.unreadable.length === 0, unreadable: tree.unreadable };
  }

  /**
   * Lists only these folders and new ones in them; undefined when more may have changed: a folder that was never
   * listed, or one with another album title.
   */
  protected async listFolders(paths: readonly string[]): Promise<SourceListing | undefined> {
    const tree = { links: [], unreadable: [] };
    const items: SourceItem[] = [];
    for (const path of paths) {
      const known = this.#known.get(path);
      if (!known) return undefined;
      const folder = await readFolder(path, tree, (inside) => !this.#known.has(inside));
      await this.#collect(folder, known.above, items);
      if (this.#known.get(path)?.title !== known.title) return undefined;
    }
    return { items, isWhole: false, unreadable: tree.unreadable };
  }

  protected get folders(): ReadonlyMap<string, Pick<KnownFolder, 'mark'>> {
    return this.#known;
  }

  /** Call when there may be another folder at a path: it is then listed completely. */
  protected forgetFolder(path: string): void {
    for (const known of this.#known.keys())
      if (known === path || known.startsWith(path + sep)) this.#known.delete(known);
  }

  async read(item: SourceItem): Promise<ReadItem> {
    const path = join(this.#root, item.key);
    const sidecar = this.#sidecars.get(path);
    const file = await openInPlace(path);
    const beside = await this.#besideOf(path);
    return {
      file,
      beside,
      about: sidecar === undefined ? undefined : await aboutIn(sidecar),
      isSame: async () => !this.#options.withMarks || (await this.#stateOf(path))?.mark === item.mark,
      release: async () => {
        await beside?.file.close();
        await file.close();
      },
    };
  }

  /** A picture is taken without the file beside it where that cannot be opened. */
  async #besideOf(picture: string): Promise<ReadItem['beside']> {
    const path = this.#besides.get(picture);
    const file = path === undefined ? undefined : await openInPlace(path).catch(() => undefined);
    return path !== undefined && file ? { name: basename(path), file } : undefined;
  }

  /** `above`: the albums above the folder; undefined for the root. */
  async #collect(folder: SourceFolder, above: KnownFolder['above'], items: SourceItem[]): Promise<void> {
    const described = await factsIn(folder);
    const { title } = described;
    this.#known.set(folder.path, { above, title, mark: folder.mark });
    const { ofFiles, aboveFolders } = this.#albumsOf(folder, { above, title });
    await this.#collectFiles(folder, { albums: ofFiles, items, described });
    for (const inner of folder.folders) await this.#collect(inner, aboveFolders, items);
  }

  #albumsOf({ name, files }: SourceFolder, { above, title = name }: KnownFolder): RootAlbums {
    if (above === undefined && this.#options.rootAlbums) return this.#options.rootAlbums;
    const albums = above === undefined ? (files.length > 0 ? [title] : []) : [...above, title];
    return { ofFiles: albums, aboveFolders: albums };
  }

  async #collectFiles(folder: SourceFolder, { albums, items, described }: Collected): Promise<void> {
    const stems = new Set(folder.files.filter((name) => !VIDEO.test(name) && !isSidecar(name)).map(stemOf));
    const pairs = this.#pairsIn(folder.files.filter((name) => !described.sidecars.has(name)));
    const paired = new Set(pairs.values());
    for (const name of folder.files) {
      if (described.sidecars.has(name) || paired.has(name)) continue;
      const path = join(folder.path, name);
      const beside = pairs.get(name);
      if (beside !== undefined) this.#besides.set(path, join(folder.path, beside));
      else this.#besides.delete(path);
      const sidecar = described.byPicture.get(name);
      if (sidecar !== undefined) this.#sidecars.set(path, join(folder.path, sidecar));
      const hasStill = VIDEO.test(name) && stems.has(stemOf(name));
      const found = this.#options.withMarks ? await this.#stateOf(path) : { mark: '', changedAt: 0 };
      // Undefined: it was removed while the others were read.
      if (found) items.push({ key: relative(this.#root, path), ...found, name, albums, hasStill });
    }
  }

  /** The file that belongs beside each picture, by the picture's name. */
  #pairsIn(files: readonly string[]): Map<string, string> {
    const [pictures, others] = [files.filter(isImageName), files.filter((name) => !isImageName(name))];
    const pairs = new Map<string, string>();
    for (const kind of this.#options.kinds ?? []) {
      for (const [picture, other] of kind.pairs(pictures, others)) if (!pairs.has(picture)) pairs.set(picture, other);
    }
    return pairs;
  }

  /** The files that belong to a picture count too: a sidecar or a video that arrives later completes the photo. */
  async #stateOf(path: string): Promise<FileState | undefined> {
    const others = [this.#sidecars.get(path), this.#besides.get(path)].filter((other) => other !== undefined);
    const [own, ...states] = await Promise.all([path, ...others].map(stateOf));
    if (!own) return undefined;
    const found = [own, ...states.filter((state) => state !== undefined)];
    return {
      mark: found.map(({ mark }) => mark).join(' '),
      changedAt: Math.max(...found.map(({ changedAt }) => changedAt)),
    };
  }
}

interface KnownFolder {
  mark?: FolderMark | undefined;
  above: readonly string[] | undefined;
  title: string | undefined;
}

interface Collected {
  albums: readonly string[];
  items: SourceItem[];
  described: FolderFacts;
}

/** The facts in the sidecars of a folder. */
interface FolderFacts {
  /** The album's title. */
  title: string | undefined;
  /** The sidecar of each picture that has one, by the picture's name. */
  byPicture: ReadonlyMap<string, string>;
  /** The names of all sidecar files, which describe pictures or albums. */
  sidecars: ReadonlySet<string>;
}

async function factsIn({ path, files }: SourceFolder): Promise<FolderFacts> {
  const byPicture = sidecarsIn(files);
  const sidecars = new Set(byPicture.values());
  let title: string | undefined;
  for (const name of files) {
    if (!isSidecar(name) || sidecars.has(name)) continue;
    const { albumTitle, about } = readSidecar(await sidecarText(join(path, name)).catch(() => ''));
    title ??= albumTitle;
    if (albumTitle !== undefined || about) sidecars.add(name);
  }
  return { title, byPicture, sidecars };
}

interface FileState {
  /** A text that changes with the file. */
  mark: string;
  changedAt: number;
}

/** Undefined when the file is gone, or something else has its name. */
async function stateOf(path: string): Promise<FileState | undefined> {
  const found = await lstat(path).catch(() => undefined);
  if (!found?.isFile()) return undefined;
  const { size, mtimeMs, ctimeMs, ino } = found;
  return { mark: `${size} ${mtimeMs} ${ino}`, changedAt: Math.max(mtimeMs, ctimeMs) };
}

async function sidecarText(path: string): Promise<string> {
  const file = await openInPlace(path);
  try {
    // One byte more than a sidecar may have, since the file may grow while it is read.
    const bytes = Buffer.alloc(Math.min((await file.stat()).size, SIDECAR_BYTES) + 1);
    const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
    return bytesRead > SIDECAR_BYTES ? '' : bytes.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}

async function aboutIn(sidecar: string): Promise<PhotoAbout | undefined> {
  return readSidecar(await sidecarText(sidecar).catch(() => '')).about;
}
