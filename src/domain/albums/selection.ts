/** The selected things of a list, by their keys, and the start and end of a range. */
export interface Selection {
  readonly keys: ReadonlySet<string>;
  /** The start of a range: the item that was last selected or unselected by itself. */
  readonly anchor: string | undefined;
  /** The end of the range. */
  readonly head: string | undefined;
  /** The selection before the range, so that a new range replaces the previous one. */
  readonly beforeRange: ReadonlySet<string>;
}

export const NOTHING_SELECTED: Selection = {
  keys: new Set(),
  anchor: undefined,
  head: undefined,
  beforeRange: new Set(),
};

/** Selects or unselects one thing; the next range begins there. */
export function toggled({ keys }: Selection, key: string): Selection {
  const next = new Set(keys);
  if (!next.delete(key)) next.add(key);
  return { keys: next, anchor: key, head: key, beforeRange: next };
}

/** Selects everything from the anchor to a thing, in the order shown. Without an anchor the thing alone is selected. */
export function extendedTo(selection: Selection, key: string, shown: readonly string[]): Selection {
  const end = shown.indexOf(key);
  if (end === -1) return selection;
  const start = selection.anchor === undefined ? -1 : shown.indexOf(selection.anchor);
  const from = start === -1 ? end : start;
  const keys = new Set(selection.beforeRange);
  for (const inRange of shown.slice(Math.min(from, end), Math.max(from, end) + 1)) keys.add(inRange);
  return { ...selection, keys, anchor: start === -1 ? key : selection.anchor, head: key };
}

/** A step of the keyboard: continues the range that ends where the step began, or begins a new one there. */
export function extendedByStep(
  selection: Selection,
  { from, to }: { from: string; to: string },
  shown: readonly string[],
): Selection {
  const begun =
    selection.head === from ? selection : { ...selection, anchor: from, head: from, beforeRange: selection.keys };
  return extendedTo(begun, to, shown);
}

export function withAll(selection: Selection, shown: readonly string[]): Selection {
  const keys = new Set(shown);
  return { ...selection, keys, beforeRange: keys };
}

/** The selection without things that are no longer shown; the same object when all are still there. */
export function stillShown(selection: Selection, shown: readonly string[]): Selection {
  const { keys, anchor, head, beforeRange } = selection;
  // An end that was undefined has not disappeared.
  const present = new Set<string | undefined>(shown).add(undefined);
  if ([...keys, ...beforeRange, anchor, head].every((key) => present.has(key))) return selection;
  return {
    keys: intersection(keys, present),
    anchor: present.has(anchor) ? anchor : undefined,
    head: present.has(head) ? head : undefined,
    beforeRange: intersection(beforeRange, present),
  };
}

/** The selected things in the order shown. */
export function selectedOf<Thing>(
  things: readonly Thing[],
  keys: ReadonlySet<string>,
  keyOf: (thing: Thing) => string,
): Thing[] {
  return keys.size === 0 ? [] : things.filter((thing) => keys.has(keyOf(thing)));
}

function intersection(keys: ReadonlySet<string>, present: ReadonlySet<string | undefined>): ReadonlySet<string> {
  return new Set([...keys].filter((key) => present.has(key)));
}
