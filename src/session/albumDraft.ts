import { SESSION_STORAGE } from '#contract/storageKeys.ts';
import { isRecord, textOf } from '#domain/records.ts';

/** The text typed into the album form. It is stored for this tab, and survives an expired session and a reload. */
export interface AlbumDraft {
  name: string;
  slug: string;
}

const EMPTY: AlbumDraft = { name: '', slug: '' };

function draftKey(parentAlbumId: string | undefined): string {
  return SESSION_STORAGE.albumDraft + (parentAlbumId ?? '');
}

export function readAlbumDraft(parentAlbumId: string | undefined): AlbumDraft {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(draftKey(parentAlbumId)) ?? 'null');
    return isRecord(value) ? { name: textOf(value, 'name'), slug: textOf(value, 'slug') } : EMPTY;
  } catch {
    return EMPTY;
  }
}

export function keepAlbumDraft(parentAlbumId: string | undefined, draft: AlbumDraft): void {
  sessionStorage.setItem(draftKey(parentAlbumId), JSON.stringify(draft));
}

export function dropAlbumDraft(parentAlbumId: string | undefined): void {
  sessionStorage.removeItem(draftKey(parentAlbumId));
}

/** Called at sign-out, so that the next person at this browser gets an empty form. */
export function dropAllAlbumDrafts(): void {
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(SESSION_STORAGE.albumDraft)) sessionStorage.removeItem(key);
  }
}
