import { ALBUM_NAME_MAX_CHARACTERS } from '#contract/limits.ts';
import { wellFormed } from '../text/hiddenCharacters.ts';

// The rules by which folders become albums, wherever their pictures come from: a drop, an import or a followed folder.

/** Files and folders that operating systems and disk stations put into folders. */
const SYSTEM_NAME = /^(\..*|@eadir|thumbs\.db|desktop\.ini|\$recycle\.bin|system volume information)$/i;

export function isSystemFile(name: string): boolean {
  return SYSTEM_NAME.test(name);
}

/** The name of the album that a folder becomes. */
export function folderAlbumName(folder: string): string {
  return wellFormed((folder.trim() || 'Album').slice(0, ALBUM_NAME_MAX_CHARACTERS));
}

/** Identifies an album by its name and the one that it is in, so that a folder that comes twice makes no album twice. */
export function albumPlace(name: string, parentId: string | null | undefined): string {
  return `${parentId ?? ''} ${name.normalize('NFC')}`;
}
