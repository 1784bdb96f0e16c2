import { createObservable, useObservable } from '#src/state/observable.ts';
import type { Toast } from '#src/ui/Toasts.tsx';

/** The label of the button that takes back what was done; Ctrl+Z presses it. */
export const UNDO = 'Undo';
/** The time for which an action can be undone. */
const SHOWN_MS = 10_000;

const shown = createObservable<readonly Toast[]>([]);
let lastId = 0;

type NewToast = Pick<Toast, 'text' | 'action'> & { kind?: Toast['kind'] };

/** Says at the foot of any admin page what was done. What went wrong stays until it is closed. */
export function showToast({ text, action, kind = 'done' }: NewToast): void {
  lastId += 1;
  const toast = { id: lastId, text, action, kind, lastsMs: kind === 'done' ? SHOWN_MS : undefined };
  shown.set([...shown.get(), toast]);
}

export function dismissToast(id: number): void {
  shown.set(shown.get().filter((toast) => toast.id !== id));
}

export function dismissAllToasts(): void {
  shown.set([]);
}

/** Takes back what was done last, while its notice is shown. Returns false when there is nothing to take back. */
export function undoLast(): boolean {
  const undoable = shown.get().filter(({ action }) => action?.label === UNDO);
  const last = undoable[undoable.length - 1];
  if (!last) return false;
  dismissToast(last.id);
  last.action?.run();
  return true;
}

export function useToasts(): readonly Toast[] {
  return useObservable(shown);
}
