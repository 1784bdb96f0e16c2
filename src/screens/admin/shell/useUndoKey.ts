import { useEffect } from 'react';
import { undoLast } from './toasts.ts';

/** Fields in which the key undoes typing. */
const FIELDS = 'input:not([type=checkbox]):not([type=radio]), textarea, [contenteditable]';

/** Ctrl+Z, or Cmd+Z, presses the 'Undo' of the newest notice, wherever the focus is. */
export function useUndoKey(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey;
      if (!isUndo || event.altKey || event.defaultPrevented) return;
      if (event.target instanceof Element && event.target.closest(FIELDS)) return;
      if (undoLast()) event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
