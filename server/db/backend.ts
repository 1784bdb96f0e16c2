import type { Dialect } from 'kysely';
import type { Peers } from '../peers/peers.ts';

/** The differences between databases: how each is reached, and its abilities besides SQL. */
export interface Backend {
  dialect: Dialect;
  /** Called before newer migrations run; the function that it returns, if they failed. */
  beforeUpgrade(): Promise<() => void>;
  /** Called when the tables are there. */
  opened(): Promise<void>;
  /** Returns a number that changes whenever another process has written. */
  version: () => number;
  /** The lead of the clock shared by all servers over this machine's own. */
  aheadMs: () => number;
  library: LibraryVersion;
  peers: Peers;
  /**
   * Returns another number from the commit of any write on that may change who may do what, this process's own included;
   * where the library has a `look`, it is as of the last one.
   */
  accessVersion: () => number;
  /** Writes a copy of the whole database to a file; undefined: its rows are copied into one, as from any database. */
  backup?: (file: string) => Promise<void>;
}

/** Changes that other processes made to albums and photos. */
export interface LibraryVersion {
  /** Another number once another process has written; in between it may have been the same. */
  current: () => number;
  /**
   * Resolves when `current` knows of every write that ended before this call; to false when that cannot be known.
   * Undefined: it always does.
   */
  look?: () => Promise<boolean>;
}
