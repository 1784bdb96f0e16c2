import { useCallback, useMemo, useState } from 'react';
import {
  extendedByStep,
  extendedTo,
  NOTHING_SELECTED,
  stillShown,
  toggled,
  type Selection,
  withAll,
} from '#domain/albums/selection.ts';

export interface SelectionControl {
  keys: ReadonlySet<string>;
  toggle: (key: string) => void;
  /** Selects everything from what was selected last to this. */
  extendTo: (key: string) => void;
  /** The same for a step of the keyboard from one thing to another. */
  extendByStep: (from: string, to: string) => void;
  selectAll: () => void;
  clear: () => void;
}

/** The selection among the things shown. What is shown no more is no longer selected. */
export function useSelection(shown: readonly string[]): SelectionControl {
  const [selection, setSelection] = useState(NOTHING_SELECTED);
  const current = useMemo(() => stillShown(selection, shown), [selection, shown]);
  const change = useCallback(
    (next: (before: Selection) => Selection) => setSelection((before) => next(stillShown(before, shown))),
    [shown],
  );
  return {
    keys: current.keys,
    toggle: useCallback((key) => change((before) => toggled(before, key)), [change]),
    extendTo: useCallback((key) => change((before) => extendedTo(before, key, shown)), [change, shown]),
    extendByStep: useCallback(
      (from, to) => change((before) => extendedByStep(before, { from, to }, shown)),
      [change, shown],
    ),
    selectAll: useCallback(() => change((before) => withAll(before, shown)), [change, shown]),
    clear: useCallback(() => setSelection(NOTHING_SELECTED), []),
  };
}
