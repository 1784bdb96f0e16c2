interface Section {
  /** The label on the scrubber, such as the year: the same for several sections, and empty for none. */
  mark?: string;
}

/** The section at the top of the view, by the scroll position of each section. */
export function sectionAt(places: readonly number[], scrolled: number): number {
  // Browsers scroll to whole device pixels only.
  const later = places.findIndex((place) => place > scrolled + 1);
  if (later === -1) return Math.max(0, places.length - 1);
  return Math.max(0, later - 1);
}

/** The first section with the same mark as the one before: the beginning of this year, or of the year before. */
function pageUpFrom(at: number, sections: readonly Section[]): number {
  let first = Math.max(0, at - 1);
  while (first > 0 && sections[first - 1]?.mark === sections[first]?.mark) first -= 1;
  return first;
}

/** The section that a key leads to: the next or previous one, or with the Page keys the next one with another mark. */
export function sectionAfterKey(key: string, at: number, sections: readonly Section[]): number | undefined {
  const last = sections.length - 1;
  const otherMark = sections.findIndex((section, index) => index > at && section.mark !== sections[at]?.mark);
  const targets: Record<string, number> = {
    ArrowDown: at + 1,
    ArrowRight: at + 1,
    ArrowUp: at - 1,
    ArrowLeft: at - 1,
    PageDown: otherMark === -1 ? last : otherMark,
    PageUp: pageUpFrom(at, sections),
    Home: 0,
    End: last,
  };
  const next = targets[key];
  return next === undefined ? undefined : Math.min(last, Math.max(0, next));
}

interface Mark {
  text: string;
  /** From 0 at the top to 1 at the bottom. */
  at: number;
}

/** The marks that have room, each at its first section. */
export function marksOf(sections: readonly Section[], shares: readonly number[], leastDistance: number): Mark[] {
  const marks: Mark[] = [];
  for (const [index, { mark }] of sections.entries()) {
    const at = shares[index] ?? 1;
    const before = marks[marks.length - 1];
    if (!mark || mark === sections[index - 1]?.mark) continue;
    if (!before || at - before.at >= leastDistance) marks.push({ text: mark, at });
  }
  return marks;
}
