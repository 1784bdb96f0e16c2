import type { Database } from './db/open.ts';
import type { Settings } from './settings.ts';

/** What the rooms are wired with. Each grows here by name, so that main.ts and the tests wire the same things. */
export interface Dependencies {
  settings: Settings;
  db: Database;
  /** Milliseconds since 1970. */
  now: () => number;
}
