/** The photo that is shown: its place in the list, which changes while somebody looks. */
export interface Place {
  index: number;
  count: number;
}

/** The index to which a key leads; undefined for other keys and beyond the ends. */
export function indexAfterStep(key: string, { index, count }: Place): number | undefined {
  const targets: Record<string, number> = {
    ArrowLeft: index - 1,
    ArrowRight: index + 1,
    PageUp: index - 1,
    PageDown: index + 1,
    Home: 0,
    End: count - 1,
  };
  const next = targets[key];
  return next === undefined || next < 0 || next >= count || next === index ? undefined : next;
}

interface Change {
  /** The photo's current index in the list; -1 when it is not there. */
  found: number;
  /** The photo's previous index; undefined when it never was in the list. */
  before: number | undefined;
  count: number;
}

/**
 * Returns the index to continue at after the list has changed: the same photo, or the one in its place. Undefined when
 * there is none, or when the photo never was in the list.
 */
export function indexInChangedList({ found, before, count }: Change): number | undefined {
  if (found !== -1) return found;
  return before === undefined || count === 0 ? undefined : Math.min(before, count - 1);
}

/** The indexes of the photos to load ahead: the next one first. */
export function photosAhead({ index, count }: Place): number[] {
  return [index + 1, index - 1, index + 2].filter((at) => at >= 0 && at < count);
}
