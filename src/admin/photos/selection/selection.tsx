import { type ReactNode, useCallback, useMemo, useState, useEffect, useEffectEvent } from 'react';
import type { Photo } from '#contract/photos/schemas.ts';
import {
  extendedByStep,
  extendedTo,
  NOTHING_SELECTED,
  stillShown,
  toggled,
  type Selection,
  withAll,
  selectedOf,
} from '#domain/albums/selection.ts';
import { countOf } from '#domain/curation/counts.ts';
import type { PartialItems } from '#src/shared/state/partialList.ts';
import { Button } from '#src/shared/ui/Button.tsx';
import styles from './SelectionBar.module.css';
import { SpokenOnly } from '#src/shared/ui/text/SpokenOnly.tsx';
import { Row } from '#src/shared/ui/layout/Row.tsx';

interface Props {
  noun?: 'photo' | 'entry';
  count: number;
  of: number;
  onAll: () => void;
  onClear: () => void;
  /** The buttons that act on the selected things. */
  children: ReactNode;
}

/** Shown at the foot of the window while something is selected. */
export function SelectionBar({ noun = 'photo', count, of, onAll, onClear, children }: Props) {
  const text = `${noun === 'photo' ? countOf(count, 'photo') : count} selected`;
  return (
    <>
      <SpokenOnly as="p" aria-live="polite">
        {count > 0 ? text : ''}
      </SpokenOnly>
      {count > 0 && (
        <section className={styles.bar} aria-label={noun === 'photo' ? 'Selected photos' : 'Selected entries'}>
          <Row lineGap={1} className={styles.count}>
            <Button variant="quiet" size="s" aria-label="Select nothing" onClick={onClear}>
              ✕
            </Button>
            <span>{text}</span>
            {count < of && (
              <Button variant="quiet" size="s" onClick={onAll}>
                Select all
              </Button>
            )}
          </Row>
          <Row lineGap={1}>{children}</Row>
        </section>
      )}
    </>
  );
}

export interface SelectionControl {
  keys: ReadonlySet<string>;
  toggle: (key: string) => void;
  /** Selects everything from the last selected thing to this. */
  extendTo: (key: string) => void;
  /** Extends the selection from one thing to another, for a step with the keyboard. */
  extendByStep: (from: string, to: string) => void;
  selectAll: () => void;
  clear: () => void;
}

/** The selection among the things shown. Things that are no longer shown are no longer selected. */
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

/** Elements in which these keys have another meaning: fields, menus and dialogs. */
const OWN_KEYS = 'input:not([type=checkbox]), textarea, select, dialog, [role=menu]';

interface Actions {
  count: number;
  onAll: () => void;
  onClear: () => void;
  onDelete: () => void;
}

/** Ctrl+A selects all, Escape nothing, and Delete deletes what is selected, wherever the focus is on the page. */
export function useSelectionKeys({ count, onAll, onClear, onDelete }: Actions): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || document.querySelector('dialog[open]')) return;
    if (event.target instanceof Element && event.target.closest(OWN_KEYS)) return;
    const isAll = event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey) && !event.altKey;
    if (isAll) onAll();
    else if (event.key === 'Escape' && count > 0) onClear();
    else if (event.key === 'Delete' && count > 0) onDelete();
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}

export interface AlbumInGrid {
  /** All photos of the album; undefined until all are loaded. */
  photos: Photo[] | undefined;
  /** The selected photos of the grid: those that are not loaded yet are undefined. */
  shown: PartialItems<Photo>;
  /** Loads all photos now. */
  hurry: () => void;
}

interface LoadedSelection extends SelectionControl {
  /** The selected photos, in the order shown. */
  chosen: () => Photo[];
}

export const photoKey = ({ filename }: Pick<Photo, 'filename'>) => filename;

/**
 * The selection among the loaded photos. The first selected one makes a long album load the others, and actions on
 * photos between the loaded ones wait for them.
 */
export function useLoadedSelection({ photos, shown, hurry }: AlbumInGrid): LoadedSelection {
  const loaded = useMemo(() => photos ?? shown.filter((photo) => photo !== undefined), [photos, shown]);
  const selection = useSelection(useMemo(() => loaded.map(photoKey), [loaded]));
  const [waiting, setWaiting] = useState<{ until?: string }>();
  const { keys, selectAll, extendTo } = selection;
  const isWhole = photos !== undefined;
  if (isWhole && waiting) {
    setWaiting(undefined);
    if (waiting.until === undefined) selectAll();
    else extendTo(waiting.until);
  }
  const isWanted = keys.size > 0 || waiting !== undefined;
  useEffect(() => {
    if (isWanted) hurry();
  }, [isWanted, hurry]);
  const selectAllLater = useCallback(() => setWaiting({}), []);
  const extendLater = useCallback((until: string) => setWaiting({ until }), []);
  return {
    ...selection,
    ...(isWhole ? {} : { selectAll: selectAllLater, extendTo: extendLater }),
    chosen: () => selectedOf(loaded, keys, photoKey),
  };
}
