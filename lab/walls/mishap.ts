import type { World } from './world.ts';

/** Tells the checks what a mishap excuses. */
export interface Effect {
  /** Its length; absent: it is over at once. */
  lastsMs?: number;
  undo?: () => void;
  /** The page was opened anew, or will be within this time. */
  startsWithinMs?: number;
  /** The server has changed what may be shown. */
  changesAlbums?: boolean;
  /** No event tells of it. */
  isUnheard?: boolean;
  /** Stored pictures may be gone. */
  evicts?: boolean;
  /** Called once the diary's minutes are compared: it makes stored records be lost, and what the tablet knew by them. */
  loses?: () => void;
  /** The key is revoked, until the tablet is connected again: by the letters on its screen, or by a new address. */
  revokes?: 'letters' | 'address';
}

export type Apply = (world: World, random: () => number) => Effect;
