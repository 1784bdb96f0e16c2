/** The order after some of the things were put, as one block, before the thing at a place; a place at the end is last. */
export function withMoved(keys: readonly string[], moving: ReadonlySet<string>, place: number): string[] {
  const isStaying = (key: string) => !moving.has(key);
  const block = keys.filter((key) => moving.has(key));
  return [...keys.slice(0, place).filter(isStaying), ...block, ...keys.slice(place).filter(isStaying)];
}

/** Whether these names stand in their natural order, as the server sorts them: 'album 2' before 'Album 10'. */
export function areInNameOrder(names: readonly string[]): boolean {
  const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
  return names.every((name, index) => index === 0 || byName.compare(names[index - 1] ?? '', name) <= 0);
}
