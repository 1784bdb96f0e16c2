import { SESSION_STORAGE } from '#contract/storageKeys.ts';
import { isRecord, textOf } from '#domain/records.ts';

/** The text typed into the album form. It is stored for this tab, and survives an expired session and a reload. */
interface AlbumDraft {
  name: string;
  slug: string;
}

const EMPTY: AlbumDraft = { name: '', slug: '' };

function draftKey(parentAlbumId: string | undefined): string {
  return SESSION_STORAGE.albumDraft + (parentAlbumId ?? '');
}

/** The drafts of this tab, by the album above. */
export const albumDrafts = {
  read(parentAlbumId: string | undefined): AlbumDraft {
    try {
      const value: unknown = JSON.parse(sessionStorage.getItem(draftKey(parentAlbumId)) ?? 'null');
      return isRecord(value) ? { name: textOf(value, 'name'), slug: textOf(value, 'slug') } : EMPTY;
    } catch {
      return EMPTY;
    }
  },

  store(parentAlbumId: string | undefined, draft: AlbumDraft): void {
    sessionStorage.setItem(draftKey(parentAlbumId), JSON.stringify(draft));
  },

  drop(parentAlbumId: string | undefined): void {
    sessionStorage.removeItem(draftKey(parentAlbumId));
  },

  /** Called at sign-out, so that the next person at this browser gets an empty form. */
  dropAll(): void {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(SESSION_STORAGE.albumDraft)) sessionStorage.removeItem(key);
    }
  },
};
