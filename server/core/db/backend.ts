import type { Dialect } from 'kysely';
import type { Cluster } from './cluster.ts';

/** The differences between databases: how each is reached, and its abilities besides SQL. */
export interface Backend {
  dialect: Dialect;
  /** Runs before newer migrations; returns a function to call if they failed. */
  beforeUpgrade(): Promise<() => void>;
  /** Called when the tables are there. */
  opened(): Promise<void>;
  /** Returns a number that changes whenever another process has written. */
  version: () => number;
  /** Returns by how much the clock that all servers share is ahead of this machine's clock. */
  aheadMs: () => number;
  library: LibraryVersion;
  cluster: Cluster;
  /**
   * Returns a number that changes with each committed write that may change permissions, this process's own included.
   * Where the library has a `refresh`, the number is as of the last one.
   */
  accessVersion: () => number;
  /** Writes a copy of the whole database to a file; undefined: its rows are copied into one, as from any database. */
  backup?: (file: string) => Promise<void>;
}

/** Changes that other processes made to albums and photos. */
export interface LibraryVersion {
  /** A number that changes when another process has written. */
  current: () => number;
  /**
   * Resolves when `current` knows of every write that ended before this call; to false when that cannot be known.
   * Undefined: `current` always knows.
   */
  refresh?: () => Promise<boolean>;
}
