import { hash32 } from '../hash32.ts';

/** The order after some of the things were put, as one block, before the thing at a place; a place at the end is last. */
export function withMoved(keys: readonly string[], moving: ReadonlySet<string>, place: number): string[] {
  const isStaying = (key: string) => !moving.has(key);
  const block = keys.filter((key) => moving.has(key));
  return [...keys.slice(0, place).filter(isStaying), ...block, ...keys.slice(place).filter(isStaying)];
}

/** The order after things came back that had gone: each behind the one that it stood behind before. */
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

/** Whether these names stand in their natural order, as the server sorts them: 'album 2' before 'Album 10'. */
export function areInNameOrder(names: readonly string[]): boolean {
  const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
  return names.every((name, index) => index === 0 || byName.compare(names[index - 1] ?? '', name) <= 0);
}

/**
 * The version of a level of albums, as `If-Match` has it: another one whenever an album comes, goes or has another place.
 * The level has no row of its own that could count versions, since the top level is no album.
 */
export function levelVersion(idsInOrder: readonly string[]): number {
  return hash32(idsInOrder.join(' '));
}
