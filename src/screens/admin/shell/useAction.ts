import { useCallback, useRef, useState } from 'react';
import { statusOf } from '#src/api/http.ts';
import { failureText } from './failureText.ts';

/** An act that a person starts: whether it is under way, and why the last attempt failed. It never runs twice at once. */
export function useAction() {
  const [busy, setBusy] = useState(false);
  const { failure, setFailure, run: runNamed } = useEachAction();
  const run = (act: () => Promise<void>, textOf?: (error: unknown) => string) =>
    runNamed(
      '',
      async () => {
        setBusy(true);
        await act().finally(() => setBusy(false));
      },
      textOf,
    );
  return { busy, failure, setFailure, run };
}

/** The same act on several things at a time: on one thing it never runs twice at once, so a second press does nothing. */
export function useEachAction() {
  const [failure, setFailure] = useState<string>();
  const running = useRef(new Set<string>());
  const run = useCallback(async (name: string, act: () => Promise<void>, textOf = failureText) => {
    if (running.current.has(name)) return;
    running.current.add(name);
    setFailure(undefined);
    try {
      await act();
    } catch (error) {
      setFailure(textOf(error));
    } finally {
      running.current.delete(name);
    }
  }, []);
  return { failure, setFailure, run };
}

/** Loads a resource again when the server rejects an act, since somebody else may have changed it meanwhile. */
export async function orReload(resource: { reload: () => Promise<unknown> }, act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (statusOf(error) !== undefined) await resource.reload();
    throw error;
  }
}
