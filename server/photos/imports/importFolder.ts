import { join, relative } from 'node:path';
import { decoderBounds } from '../decode/decoderBounds.ts';
import { rejectionOf } from '../upload/uploadErrors.ts';
import type { SourceFolder, SourceTree } from './folderTree.ts';
import type { ImportAlbum, ImportAlbums } from './importAlbums.ts';
import { checkFile, importFile, type ImportFileServices } from './importFile.ts';

export interface ImportReport {
  total: number;
  done: number;
  imported: number;
  known: number;
  /** Videos beside a picture of their name: the moving parts of Live Photos. */
  livePhotoVideos: number;
  /** Files that are no pictures, and pictures that were refused, each with the reason. */
  noPictures: string[];
  rejected: string[];
}

export interface ImportOptions extends ImportFileServices {
  albums: ImportAlbums;
  maxImagePixels: number;
  signal: AbortSignal;
}

/** The status of the refusals of files that are no pictures. */
const WRONG_KIND = 415;

interface Task {
  path: string;
  /** Makes the album, with those above it, when its first picture has been found. */
  album: () => Promise<ImportAlbum>;
  uploadOrder: number;
  hasStill: boolean;
}

/**
 * Imports the pictures of a folder with all below it. Each folder becomes an album, or adds its pictures to the album
 * of the same name if there is one.
 */
export class FolderImport {
  readonly #options: ImportOptions;
  readonly #root: string;
  readonly #tasks: Task[] = [];
  readonly report: ImportReport;

  /**
   * A top folder without pictures of its own becomes no album: the folders in it become albums directly in `below`, or
   * at the top level.
   */
  constructor(tree: SourceTree, below: ImportAlbum | undefined, options: ImportOptions) {
    this.#options = options;
    this.#root = tree.root.path;
    const place = () => Promise.resolve(below);
    if (tree.root.files.length > 0) this.#plan(tree.root, place);
    else for (const folder of tree.root.folders) this.#plan(folder, place);
    const total = this.#tasks.length;
    const counts = { total, done: 0, imported: 0, known: 0, livePhotoVideos: 0 };
    this.report = { ...counts, noPictures: [], rejected: [...tree.unreadable] };
  }

  /** Resolves when everything is done, or, after the signal, when the files in progress are. */
  async run(): Promise<ImportReport> {
    const waiting = this.#tasks.values();
    // The decoders take one picture fewer than this from one uploader at a time. The last file is read while they work.
    await Promise.all(Array.from({ length: decoderBounds().processes }, () => this.#work(waiting)));
    return this.report;
  }

  async #work(waiting: IterableIterator<Task>): Promise<void> {
    for (const task of waiting) {
      if (this.#options.signal.aborted) return;
      await this.#import(task);
      this.report.done += 1;
    }
  }

  async #import({ path, album, uploadOrder, hasStill }: Task): Promise<void> {
    const { maxUploadBytes, maxImagePixels } = this.#options;
    try {
      await checkFile(path, maxUploadBytes);
      // This signal never aborts: a file in progress is finished even when the command is interrupted.
      const { signal } = new AbortController();
      this.report[await importFile(this.#options, await album(), { path, uploadOrder, signal })] += 1;
    } catch (error) {
      const filename = relative(this.#root, path);
      const { status, message } = rejectionOf(error, { filename, maxPixels: maxImagePixels });
      if (status !== WRONG_KIND) this.report.rejected.push(`${filename}: ${message}`);
      else if (hasStill) this.report.livePhotoVideos += 1;
      else this.report.noPictures.push(`${filename}: ${message}`);
    }
  }

  #plan(folder: SourceFolder, parent: () => Promise<ImportAlbum | undefined>): void {
    let made: Promise<ImportAlbum> | undefined;
    const album = () => (made ??= parent().then((above) => this.#options.albums.ensure(folder.name, above)));
    const stems = new Set(folder.files.filter((name) => !VIDEO.test(name)).map(stemOf));
    for (const name of folder.files) {
      const uploadOrder = this.#options.importer.nextUploadOrder();
      const hasStill = VIDEO.test(name) && stems.has(stemOf(name));
      this.#tasks.push({ path: join(folder.path, name), album, uploadOrder, hasStill });
    }
    for (const inner of folder.folders) this.#plan(inner, album);
  }
}

const VIDEO = /\.(?:mov|mp4)$/i;

function stemOf(name: string): string {
  return name.replace(/\.[^.]*$/, '').toLowerCase();
}
