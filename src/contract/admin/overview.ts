import type { Photo } from '../entities.ts';

/** A photo that was uploaded lately. */
export interface RecentPhoto extends Photo {
  albumName: string;
}

/** The number of tablets in each state, by the same rules as on their page. */
export interface TabletCounts {
  onWall: number;
  /** Silent for some minutes. */
  away: number;
  offline: number;
  /** Made, and on no screen yet. */
  waiting: number;
}

/** The data of the administration's start page; each person gets the parts that their permissions allow. */
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
  /** For admins; without those that are revoked or have ended. */
  tablets?: TabletCounts;
}
