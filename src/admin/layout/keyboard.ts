import { useEffect } from 'react';
import { undoLast } from '#src/admin/shell/toasts.ts';

/** Fields in which Ctrl+Z undoes typing. */
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

/** The delay before the focus is moved: a screen that knows a better place for it has moved it by then. */
const LOST_AFTER_MS = 100;

/**
 * Gives the focus, when it disappears with its element, to the heading of the nearest part around it, or of the page
 * that follows: otherwise it falls back to the start of the document.
 */
export function useLostFocus(): void {
  useEffect(() => {
    let parts: Element[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const note = ({ target }: FocusEvent) => {
      parts = [];
      if (!(target instanceof Element)) return;
      for (let part: Element | null = target; part; part = part.parentElement) parts.push(part);
    };
    const find = () => {
      const [last] = parts;
      if (!last || last.isConnected || document.activeElement !== document.body) return;
      // A page that is still loading has no heading yet: the next change of the document asks again.
      const heading = headingAbove(parts);
      if (!heading) return;
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(() => {
      if (!parts[0] || parts[0].isConnected) return;
      clearTimeout(timer);
      timer = setTimeout(find, LOST_AFTER_MS);
    });
    document.addEventListener('focusin', note);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      document.removeEventListener('focusin', note);
    };
  }, []);
}

function headingAbove(parts: readonly Element[]): HTMLElement | null | undefined {
  const around = parts.find((part) => part.isConnected && part.querySelector('h1, h2'));
  return around?.querySelector<HTMLElement>('h1, h2');
}
