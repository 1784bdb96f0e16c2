import { useCallback, useEffect, useMemo, useState } from 'react';
import { useObservable } from './observable.ts';
import { PartialList, type PartialSource, type PartialState } from './partialList.ts';

/**
 * The beginning is looked at for this long before the whole list is loaded too, unless somebody needs it earlier. On a slow
 * tablet the app's start and the first pictures take some seconds, and a very long list takes the server one.
 */
const WHOLE_AFTER_MS = 10_000;
const LOADING = { status: 'loading' } as const;
const NOTHING = { get: () => LOADING, subscribe: () => () => undefined };

interface Partial<Outline, Item> {
  state: PartialState<Outline, Item>;
  /** Loads what is missing between two places. */
  want: (first: number, last: number) => void;
  /** Whether it is time to load the whole list: because the beginning is there, or because it did not come. */
  isWholeDue: boolean;
  /** Makes the whole list due at once. */
  hurry: () => void;
}

/** Loads the beginning of a long list; nothing without a source, when the whole list is due at once. */
export function usePartialList<Outline, Item>(
  source: PartialSource<Outline, Item> | undefined,
): Partial<Outline, Item> {
  const list = useMemo(() => source && new PartialList(source), [source]);
  const state = useObservable<PartialState<Outline, Item>>(list?.state ?? NOTHING);
  const [lookedAt, setLookedAt] = useState<typeof list>();
  const { status } = state;
  const hurry = useCallback(() => setLookedAt(list), [list]);
  useEffect(() => {
    if (status !== 'loaded') return undefined;
    const timer = setTimeout(hurry, WHOLE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [status, hurry]);
  return {
    state,
    want: useCallback((first, last) => list?.want(first, last), [list]),
    isWholeDue: !list || status === 'failed' || lookedAt === list,
    hurry,
  };
}
