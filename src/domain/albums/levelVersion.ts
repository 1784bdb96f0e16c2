import { hash32 } from '../hash32.ts';

/**
 * The version of a level of albums, as `If-Match` has it: another one whenever an album comes, goes or has another place.
 * The level has no row of its own that could count versions, since the top level is no album.
 */
export function levelVersion(idsInOrder: readonly string[]): number {
  return hash32(idsInOrder.join(' '));
}
