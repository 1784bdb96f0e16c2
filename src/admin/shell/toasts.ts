import { createObservable, useObservable } from '#src/shared/state/observable.ts';
import { PausableTimer } from '#src/shared/state/pausableTimer.ts';
import type { Toast } from '#src/shared/ui/Toasts.tsx';
import { failureText } from './useAction.ts';

/** The label of the button that undoes an action; Ctrl+Z presses it. */
export const UNDO = 'Undo';
/** The time for which an action can be undone. */
const SHOWN_MS = 10_000;

const shown = createObservable<readonly Toast[]>([]);
let lastId = 0;
/** The time that is left of each toast, by its number. The page and a viewer above it show the same toasts. */
const timers = new Map<number, PausableTimer>();
let holders = 0;

interface NewToast {
  text: string;
  action?: Toast['action'];
  kind?: Toast['kind'];
  /** Whether it is shown until it is closed. */
  stays?: boolean;
}

/**
 * Reports an action at the foot of any admin page. A failure stays until it is closed or replaced. Returns the number
 * by which it can be dismissed.
 */
export function showToast({ text, action, kind = 'done', stays = kind === 'failed' }: NewToast): number {
  lastId += 1;
  const id = lastId;
  const toast = { id, text, action, kind };
  const isSaidAgain = (other: Toast) => kind === 'failed' && other.kind === 'failed' && other.text === text;
  shown.set([...shown.get().filter((other) => !isSaidAgain(other)), toast]);
  if (!stays) {
    const timer = new PausableTimer(SHOWN_MS, () => dismissToast(id));
    timers.set(id, timer);
    if (holders === 0) timer.run();
  }
  return id;
}

/** Keeps all toasts on screen until the returned function is called. */
export function holdToasts(): () => void {
  holders += 1;
  for (const timer of timers.values()) timer.pause();
  return () => {
    holders -= 1;
    if (holders === 0) for (const timer of timers.values()) timer.run();
  };
}

interface Failing {
  /** The sentence about the failure; `why` gives its reason. */
  failed: (why: string, error: unknown) => string;
  /** Does it once more, for the button 'Try again'. */
  again?: () => void;
  /** Called on failure, with the number of its notice. */
  onFailed?: (notice: number) => void;
}

/**
 * Makes a change, and reports at the foot of the page that it was done, if that is worth a notice, or that it failed.
 */
export async function withToast(
  act: () => Promise<NewToast | string | void>,
  { failed, again, onFailed }: Failing,
): Promise<void> {
  try {
    const done = await act();
    if (done !== undefined) showToast(typeof done === 'string' ? { text: done } : done);
  } catch (error) {
    const action = again && { label: 'Try again', run: again };
    const notice = showToast({ kind: 'failed', text: failed(failureText(error), error), action });
    onFailed?.(notice);
  }
}

/** The button that undoes an action. `back` returns the text to show then. */
export function undoAction(back: () => Promise<string>): NonNullable<Toast['action']> {
  const run = () => void withToast(back, { failed: (why) => `${why} This could not be undone.`, again: run });
  return { label: UNDO, run };
}

export function dismissToast(id: number): void {
  timers.get(id)?.pause();
  timers.delete(id);
  shown.set(shown.get().filter((toast) => toast.id !== id));
}

export function dismissAllToasts(): void {
  for (const { id } of shown.get()) dismissToast(id);
}

/** Undoes the last action, while its notice is shown. Returns false when there is none. */
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
