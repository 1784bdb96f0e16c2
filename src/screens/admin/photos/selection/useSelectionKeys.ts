import { useEffect, useEffectEvent } from 'react';

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
