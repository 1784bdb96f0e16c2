import type { WarmOutcome } from '#contract/offline.ts';

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
