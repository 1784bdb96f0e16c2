import { statusOf } from '#src/api/http.ts';
import type { PendingEdit } from '#domain/curation/pendingEdits.ts';
import { createObservable, useObservable } from '#src/state/observable.ts';
import { adminCall } from '../session/adminCall.ts';

type Reload = () => Promise<void>;

const pending = createObservable<readonly PendingEdit[]>([]);
const reloads = new Set<Reload>();
/** The file names, by album, of photos that this tab has taken out of an album. */
const departed = new Map<string, Set<string>>();

/** The changes that are shown as done while the server has not confirmed them yet. */
export function usePendingEdits(): readonly PendingEdit[] {
  return useObservable(pending);
}

/** Shows a change as done until the returned function is called. */
export function showEdit(edit: PendingEdit): () => void {
  pending.set([...pending.get(), edit]);
  return () => pending.set(pending.get().filter((other) => other !== edit));
}

/** The function is called after each edit, until the returned one is called. */
export function reloadAfterEdits(reload: Reload): () => void {
  reloads.add(reload);
  return () => reloads.delete(reload);
}

let lastReload: Promise<unknown> = Promise.resolve();

/** Loads again whatever the open screen shows of the library. */
async function reloadLibrary(): Promise<void> {
  let mine: Promise<unknown> | undefined = Promise.all(Array.from(reloads, (reload) => reload()));
  lastReload = mine;
  // A reload that begins later replaces this one, which then has loaded nothing.
  while (mine) {
    await mine;
    mine = mine === lastReload ? undefined : lastReload;
  }
}

/**
 * Shows a change at once, makes the call, and loads again what the screen shows. When the call fails, the change is
 * taken back, and the error is thrown.
 */
export async function makeEdit<Data>(
  edit: PendingEdit | undefined,
  call: (token: string) => Promise<Data>,
): Promise<Data> {
  const takeBack = edit && showEdit(edit);
  try {
    const data = await adminCall(call);
    if (edit?.kind === 'photos-gone') noteDeparture(edit);
    await reloadLibrary();
    return data;
  } catch (error) {
    // The server has refused: perhaps because what the screen shows is not true any more.
    if (statusOf(error) !== undefined) void reloadLibrary();
    throw error;
  } finally {
    takeBack?.();
  }
}

function noteDeparture({ albumId, filenames }: { albumId: string; filenames: ReadonlySet<string> }): void {
  const known = departed.get(albumId) ?? new Set();
  for (const filename of filenames) known.add(filename);
  departed.set(albumId, known);
}

/** Whether this tab has taken the photo out of the album, so that a list of what was uploaded shows it no more. */
export function hasDeparted(albumId: string, filename: string): boolean {
  return departed.get(albumId)?.has(filename) ?? false;
}
