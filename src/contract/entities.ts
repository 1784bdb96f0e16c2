import type { Permission } from './permissions.ts';

export interface Photo {
  filename: string;
  albumSlug: string;
  /** Shown below the photo; absent without one. */
  caption?: string;
  /** True when slideshows leave the photo out. */
  hidden?: true;
  /** ISO 8601 in the camera's own time, without a zone; absent when the picture does not tell. */
  takenAt?: string;
  /** The size of the upright original in pixels; absent for photos that were stored before sizes were. */
  width?: number;
  height?: number;
  /** Counts changes, for `If-Match`; absent before the first one. */
  version?: number;
}

/** Photos of an album that follow one another and are of the same month. */
export interface MonthSection {
  /** Such as `2024-07`; absent for photos without a time. */
  month?: string;
  count: number;
}

/** The beginning of an album and what comes after it. */
export interface AlbumOutline {
  /** The number of photos in the album itself. */
  count: number;
  /** In the order of the photos; empty when the album is not in an order by time. */
  months: MonthSection[];
  /** The first part. */
  photos: Photo[];
}

/** The order of the photos of an album: `manual` is an order that somebody arranged. */
export const PHOTO_ORDERS = ['taken', 'newest', 'name', 'manual'] as const;

export type PhotoOrder = (typeof PHOTO_ORDERS)[number];

export interface Album {
  id: string;
  name: string;
  slug: string;
  /** Absent for an album at the top level. */
  parentSlug?: string;
  childAlbums: Album[];
  /** The album's own first photo, else a descendant's; absent while there is none. */
  cover?: Photo;
  /** True when somebody chose the cover. */
  coverChosen?: true;
  /** The number of photos in the album itself. */
  photoCount?: number;
  /** Absent for `taken`. */
  order?: PhotoOrder;
  /** Slugs that the album had before; its addresses with them go on working. */
  formerSlugs?: string[];
  /** Counts changes of the album itself, for `If-Match`; absent before the first one. */
  version?: number;
}

/** Stored in the browser under LOCAL_STORAGE.user. */
export interface SignedInUser {
  userId: string;
  firstName: string;
  lastName: string;
  email: string;
  permissions: Permission[];
  token: string;
}

export interface UserRecord {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  permissions: Permission[];
  /** ISO 8601, like `updatedAt`. */
  createdAt: string;
  updatedAt: string;
  /** ISO 8601; absent unless an admin blocked the account. */
  blockedAt?: string;
  /** Absent where there is none. */
  made?: MadeThings;
}

/**
 * The things that a person has made and that are in use: they go on when the person is blocked, unless they are ended
 * too.
 */
export interface MadeThings {
  /** Tablets whose last key they were given. */
  tablets: number;
  /** Links to albums. */
  shares: number;
}

/** One sign-in of the signed-in person. */
export interface SessionRecord {
  id: string;
  /** Such as 'Firefox on Windows'. */
  device: string;
  /** ISO 8601. */
  firstSeenAt: string;
  /** ISO 8601, a few minutes old at most; of the current session: now. */
  lastSeenAt: string;
  /** Whether the request came with this session. */
  current: boolean;
}

export interface InstallationStatus {
  id: string;
  /** ISO 8601. */
  createdAt: string;
  /** The folder in which the server stores database and photos. */
  folder: string;
  /** True when there is no album. */
  isEmpty: boolean;
}

export type ReadinessCode =
  | 'database-not-writable'
  | 'disk-not-writable'
  | 'store-not-writable'
  | 'disk-almost-full'
  | 'backup-failed'
  | 'backup-overdue'
  | 'backup-incomplete'
  | 'photos-not-readable';

/** Something that keeps the server from doing all it should. */
interface ReadinessReason {
  code: ReadinessCode;
  /** A sentence for people, without paths. */
  message: string;
}

/** Told to everybody who asks. */
export interface Readiness {
  ready: boolean;
  reasons: ReadinessReason[];
}

/** The state of the server, for its admins. */
export interface ServerStatus {
  ready: boolean;
  /** `detail` is what the system said, which may name folders. */
  reasons: (ReadinessReason & { detail?: string })[];
  backup: {
    /** Whether the server makes backups by itself. */
    isAutomatic: boolean;
    /** The newest backup that was made; null when there is none. */
    newest: { madeAt: string; folder: string; photos: number | null } | null;
    /** The last attempt, with the time at which it began, if it failed. */
    failure: { at: string; message: string } | null;
  };
}

export interface NodeStatus {
  nodeId: string;
  /** ISO 8601, or null when the node never reported. */
  lastHeartbeat: string | null;
  /** Computed by the server, never negative; null when the node never reported. */
  durationSinceLastMs: number | null;
}
