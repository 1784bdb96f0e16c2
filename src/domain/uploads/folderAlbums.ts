import { ALBUM_NAME_MAX_CHARACTERS } from '#contract/limits.ts';
import { wellFormed } from '../text/hiddenCharacters.ts';

// The rules for making albums from folders, whether dropped, imported or followed.

/** Files and folders that operating systems and disk stations put into folders. */
const SYSTEM_NAME = /^(\..*|@eadir|thumbs\.db|desktop\.ini|\$recycle\.bin|system volume information)$/i;

export function isSystemFile(name: string): boolean {
  return SYSTEM_NAME.test(name);
}

/** The name of the album that a folder becomes. */
export function folderAlbumName(folder: string): string {
  return wellFormed((folder.trim() || 'Album').slice(0, ALBUM_NAME_MAX_CHARACTERS));
}

/** Identifies an album by its name and its parent, so that the same folder makes no second album. */
export function albumPlace(name: string, parentId: string | null | undefined): string {
  return `${parentId ?? ''} ${name.normalize('NFC')}`;
}

/** A dropped file, with the names of its folders, from the dropped one down. */
interface InFolder {
  path: readonly string[];
  /** The names of the albums to be made from the folders, where they differ from the folders'. */
  albums?: readonly string[];
}

export interface DroppedFolder {
  path: readonly string[];
  /** The number of files in it, without those in folders below it. */
  files: number;
}

/** Identifies a folder of a drop. Two spellings of one name, such as systems use for umlauts, are the same. */
export function folderKey(path: readonly string[]): string {
  return path.map((name) => name.normalize('NFC')).join('/');
}

/** The folders that become albums: all with files in or below them, each after its parent. */
export function foldersOfDrop(files: readonly InFolder[]): DroppedFolder[] {
  const folders = new Map<string, DroppedFolder>();
  for (const { path: own, albums: path = own } of files) {
    for (let depth = 1; depth <= path.length; depth += 1) {
      const above = path.slice(0, depth);
      const key = folderKey(above);
      const folder = folders.get(key) ?? { path: above, files: 0 };
      folders.set(key, depth === path.length ? { ...folder, files: folder.files + 1 } : folder);
    }
  }
  return [...folders.values()];
}
