import { CORNERS } from '#src/wall/corners.ts';

/** What subjects show in a corner of the wall. */
export function Corners() {
  return Object.entries(CORNERS).map(([name, Corner]) => <Corner key={name} />);
}
