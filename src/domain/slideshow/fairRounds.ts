import type { Photo } from '#contract/photos/schemas.ts';
import { shuffledRound } from './shuffledRound.ts';
import { type Slide, slideName } from './slideList.ts';

/** Photos taken within this time of the one before belong to the same turn. */
const BURST_MS = 10_000;

type By = 'albums' | 'years';

/** A slide, or those of a burst. */
type Turn = [Slide, ...Slide[]];

/** The slides of an album, or of a year, in turns. */
interface Group {
  name: string | undefined;
  turns: readonly Turn[];
  /** The order of the turns in one of the group's own rounds, as it was computed last. */
  known?: { round: number; order: readonly Turn[] };
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
  return (seed) => shuffledRound(groups, seed, ({ name }) => String(name)).flatMap((group) => turnOf(group, seed));
}

/** A group's turn in a round, which is one slide. */
function turnOf(group: Group, seed: number): Slide[] {
  const round = Math.floor(seed / group.turns.length);
  const place = seed - round * group.turns.length;
  return orderOf(group, round)
    .slice(place, place + 1)
    .map((turn) => pick(turn, round));
}

/** Picks one slide of a burst, and another one in the next round. */
function pick(turn: Turn, round: number): Slide {
  return turn[round % turn.length] ?? turn[0];
}

function orderOf(group: Group, round: number): readonly Turn[] {
  if (group.known?.round !== round) {
    group.known = { round, order: shuffledRound(group.turns, round, ([first]) => slideName(first)) };
  }
  return group.known.order;
}

function groupsOf(slides: readonly Slide[], by: By): Group[] {
  const byName = new Map<string | undefined, Slide[]>();
  for (const slide of slides) {
    const name = by === 'albums' ? slide[0].albumSlug : slide[0].takenAt?.slice(0, 4);
    const known = byName.get(name);
    if (known) known.push(slide);
    else byName.set(name, [slide]);
  }
  return Array.from(byName, ([name, members]) => ({ name, turns: burstsOf(members) }));
}

/** A photo without a time is a turn of its own. */
function burstsOf(slides: readonly Slide[]): Turn[] {
  const timed = slides.map((slide) => ({ slide, atMs: takenMs(slide[0]) }));
  const turns: Turn[] = [];
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
