import type { Permission } from './permissions.ts';

export interface Photo {
  filename: string;
  albumSlug: string;
}

export interface Album {
  id: string;
  name: string;
  slug: string;
  /** Absent for an album at the top level. */
  parentSlug?: string;
  childAlbums: Album[];
  /** The album's own first photo, else a descendant's; absent while there is none. */
  cover?: Photo;
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

export interface NodeStatus {
  nodeId: string;
  /** ISO 8601, or null when the node never reported. */
  lastHeartbeat: string | null;
  /** Computed by the server, never negative; null when the node never reported. */
  durationSinceLastMs: number | null;
}
