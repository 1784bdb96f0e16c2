import { useEffect, useEffectEvent } from 'react';

/** Elements in which these keys have another meaning. */
const FIELDS = 'textarea, input:not([type=checkbox])';

/**
 * Keys anywhere on the page: a button that has just been pressed and removed leaves the focus with no element at all.
 *
 * @param press Returns whether the key meant something.
 */
export function useKeys(press: (event: KeyboardEvent) => boolean): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.target instanceof Element && event.target.closest(FIELDS)) return;
    if (press(event)) event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}
