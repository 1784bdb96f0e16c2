import { hash32 } from '../hash32.ts';

/**
 * The order of one round, in which each item comes once. It follows from the seed and the items' names alone: after a
 * reload the round continues, and an added item leaves the others where they were. The item that ended the last round does
 * not start the next one; two go on in turn.
 */
export function shuffledRound<Item>(
  items: readonly Item[],
  seed: number,
  nameOf: (item: Item) => string,
): readonly Item[] {
  if (items.length < 3) return items;
  const round = shuffled(items, seed, nameOf);
  const [before] = shuffled(items, seed - 1, nameOf).slice(-1);
  if (round[0] === before) round.splice(1, 0, ...round.splice(0, 1));
  return round;
}

function shuffled<Item>(items: readonly Item[], seed: number, nameOf: (item: Item) => string): Item[] {
  const keyed = items.map((item) => ({ item, key: hash32(`${seed}/${nameOf(item)}`) }));
  return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item);
}
