import type { Photo } from '../entities.ts';

/** A photo that was uploaded lately. */
export interface RecentPhoto extends Photo {
  albumName: string;
}

/** What the start page of the administration shows; each person gets what their permissions allow. */
export interface Overview {
  /** For people who may see photos. */
  library?: {
    photos: number;
    albums: number;
    /** The latest first. */
    recent: RecentPhoto[];
  };
  /** In bytes, for admins: what the originals take, those in the trash included, and what is free on their disk. */
  space?: { used: number; free: number };
  nodes: { total: number; late: number };
}
