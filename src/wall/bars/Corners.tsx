import { CORNERS } from '#src/wall/corners.ts';

/** Draws the components of subjects in a corner of the wall. */
export function Corners() {
  return Object.entries(CORNERS).map(([name, Corner]) => <Corner key={name} />);
}
