import type { Screen } from './screen.ts';
import type { World } from './world.ts';

export interface Journey {
  id: string;
  /** The text of a row of the table. */
  what: string;
  /** Throws when something does not hold; returns figures. */
  run(screen: Screen, world: World): Promise<Record<string, string | number>>;
}

export function rounded(seconds: number): number {
  return Number(seconds.toFixed(1));
}
