import type { Photo } from '#contract/photos/schemas.ts';
import { hash32 } from '../hash32.ts';
import type { Slide } from './slideList.ts';

/** Photos taken within this time of the one before belong to the same turn. */
const BURST_MS = 10_000;

type By = 'albums' | 'years';

/** The slides of an album, or of a year, in turns: a burst is one turn. */
interface Group {
  name: string;
  turns: Slide[][];
  /** The order of the turns in one of the group's own rounds, as it was computed last. */
  known?: { round: number; order: Slide[][] };
}

/**
 * The rounds of a shuffled slideshow in which every album, or every year, gets one turn: a small one starts again when
 * it is through, while a large one continues. A slide comes again only after its group's own round. A group's turn in a
 * round follows from the round's seed, the slides and their names alone, so it is the same after a reload.
 */
export function fairRounds(slides: readonly Slide[], by: By): (seed: number) => readonly Slide[] {
  const groups = groupsOf(slides, by);
  const [only] = groups;
  // A single group needs no turns: its own round is the round.
  if (only && groups.length === 1) return (seed) => orderOf(only, seed).map((turn) => pick(turn, seed));
  return (seed) => {
    const order = shuffledBy(groups, ({ name }) => `${seed}/${name}`);
    const [first, second] = order;
    const [before] = shuffledBy(groups, ({ name }) => `${seed - 1}/${name}`).slice(-1);
    // The group that ended the last round does not start the next one.
    if (first && second && groups.length > 2 && first === before) order.splice(0, 2, second, first);
    return order.flatMap((group) => turnOf(group, seed));
  };
}

function turnOf(group: Group, seed: number): Slide[] {
  const count = group.turns.length;
  const round = Math.floor(seed / count);
  const turn = orderOf(group, round)[seed - round * count];
  return turn ? [pick(turn, round)] : [];
}

/** Picks one slide of a burst, and another one in the next round. */
function pick(turn: readonly Slide[], round: number): Slide {
  const slide = turn[round % turn.length];
  if (!slide) throw new Error('A turn has at least one slide');
  return slide;
}

function orderOf(group: Group, round: number): Slide[][] {
  if (group.known?.round !== round) {
    const order = shuffledBy(group.turns, ([first]) => `${round}/${first?.[0].albumSlug}/${first?.[0].filename}`);
    group.known = { round, order };
  }
  return group.known.order;
}

function shuffledBy<Item>(items: readonly Item[], nameOf: (item: Item) => string): Item[] {
  const keyed = items.map((item) => ({ item, key: hash32(nameOf(item)) }));
  return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item);
}

function groupsOf(slides: readonly Slide[], by: By): Group[] {
  const byName = new Map<string, Slide[]>();
  for (const slide of slides) {
    const name = by === 'albums' ? slide[0].albumSlug : (slide[0].takenAt ?? '').slice(0, 4);
    const known = byName.get(name);
    if (known) known.push(slide);
    else byName.set(name, [slide]);
  }
  return Array.from(byName, ([name, members]) => ({ name, turns: burstsOf(members) }));
}

/** A photo without a time is a turn of its own. */
function burstsOf(slides: readonly Slide[]): Slide[][] {
  const timed = slides.map((slide) => ({ slide, atMs: takenMs(slide[0]) }));
  const turns: Slide[][] = [];
  let before = NaN;
  for (const { slide, atMs } of timed.sort((a, b) => (a.atMs || 0) - (b.atMs || 0))) {
    const last = turns[turns.length - 1];
    if (last && atMs - before <= BURST_MS) last.push(slide);
    else turns.push([slide]);
    before = atMs;
  }
  return turns;
}

function takenMs({ takenAt }: Photo): number {
  return takenAt === undefined ? NaN : Date.parse(takenAt);
}
