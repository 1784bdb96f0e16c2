import { hash32 } from '../hash32.ts';

/** Moves keys, as one block, to before the key at a place; a place at the end is last. */
export function withMoved(keys: readonly string[], moving: ReadonlySet<string>, place: number): string[] {
  const isStaying = (key: string) => !moving.has(key);
  const block = keys.filter((key) => moving.has(key));
  return [...keys.slice(0, place).filter(isStaying), ...block, ...keys.slice(place).filter(isStaying)];
}

/** The order after removed things came back: each behind the one that it followed before. */
export function withReturned(
  keys: readonly string[],
  before: readonly string[],
  returned: ReadonlySet<string>,
): string[] {
  const staying = keys.filter((key) => !returned.has(key));
  const present = new Set(keys);
  const followers = new Map<string | undefined, string[]>();
  let last: string | undefined;
  for (const key of before.filter((one) => present.has(one))) {
    if (returned.has(key)) followers.set(last, [...(followers.get(last) ?? []), key]);
    else last = key;
  }
  const known = new Set(before);
  const others = keys.filter((key) => returned.has(key) && !known.has(key));
  const order = [...(followers.get(undefined) ?? [])];
  for (const key of staying) order.push(key, ...(followers.get(key) ?? []));
  return [...order, ...others];
}

/** Whether these names are in natural order, as the server sorts them: 'album 2' before 'Album 10'. */
export function areInNameOrder(names: readonly string[]): boolean {
  const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
  return names.every((name, index) => index === 0 || byName.compare(names[index - 1] ?? '', name) <= 0);
}

/**
 * The version of a level of albums, for `If-Match`: it changes whenever an album is added, removed or moved. The level
 * has no row of its own that could count versions, since the top level is no album.
 */
export function levelVersion(idsInOrder: readonly string[]): number {
  return hash32(idsInOrder.join(' '));
}
