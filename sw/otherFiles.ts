import type { WarmOutcome } from '#contract/offline.ts';
import { clips } from './clips/clips.ts';

/** The place where a file of a photo is stored. */
export interface FilePlace {
  keyHash: string;
  albumSlug: string;
  url: string;
}

/** Files of photos beside their images, which do without them: they are stored last, and are the first to be evicted. */
export interface OtherFiles {
  /** The end of their addresses, with the photo's `albumSlug` and `filename`. */
  pattern: string;
  /** The cache with those of an album. */
  cacheName: (keyHash: string, albumSlug: string) => string;
  /** Responds to a page that shows photos by a key. */
  respond: (request: Request, place: FilePlace) => Promise<Response>;
  /** Stores a file ahead of time. Never rejects. */
  warm: (place: FilePlace) => Promise<WarmOutcome>;
  /** Deletes some of them. Returns false where none are stored. */
  evict: () => Promise<boolean>;
}

/** The other files, by subject. */
export const OTHER_FILES: Readonly<Record<string, OtherFiles>> = {
  clips,
};

/** Makes room for images. Returns false where no other file is stored. */
export async function evictOtherFiles(): Promise<boolean> {
  for (const { evict } of Object.values(OTHER_FILES)) if (await evict()) return true;
  return false;
}
