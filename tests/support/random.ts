/** A number from 0 to below `below`. The same seed gives the same numbers. */
export type Random = (below: number) => number;

/** The mulberry32 generator. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

export function oneOf<Item>(random: Random, items: readonly Item[]): Item | undefined {
  return items[random(items.length)];
}

export function mustOneOf<Item>(random: Random, items: readonly Item[]): Item {
  const item = oneOf(random, items);
  if (item === undefined) throw new Error('Nothing to choose from');
  return item;
}

/** At least one, if there is any; mostly few. */
export function someOf<Item>(random: Random, items: readonly Item[]): Item[] {
  const all = random(6) === 0;
  const chosen = items.filter(() => all || random(3) === 0);
  const one = oneOf(random, items);
  return chosen.length > 0 || one === undefined ? chosen : [one];
}

export function shuffled<Item>(random: Random, items: readonly Item[]): Item[] {
  const left = [...items];
  return items.flatMap(() => left.splice(random(left.length), 1));
}
