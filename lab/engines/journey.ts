import type { Screen } from './screen.ts';
import type { World } from './world.ts';

export interface Journey {
  id: string;
  /** What a row of the table says. */
  what: string;
  /** Throws when something does not hold; returns figures. */
  run(screen: Screen, world: World): Promise<Record<string, string | number>>;
}

export function rounded(seconds: number): number {
  return Number(seconds.toFixed(1));
}
