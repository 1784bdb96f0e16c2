import { useCallback, useRef, useState } from 'react';
import { createTurns, type InTurn } from '#domain/timing.ts';
import { statusOf, serverMessage } from '#src/shared/api/http.ts';

/** An action of a person: whether it is running, and why the last attempt failed. It never runs twice at once. */
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

/** The same action on several things: on one thing it never runs twice at once, so a second press does nothing. */
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

/** Reloads a resource when the server rejects an action, since somebody else may have changed it meanwhile. */
export async function orReload(resource: { reload: () => Promise<unknown> }, act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (statusOf(error) !== undefined) await resource.reload();
    throw error;
  }
}

/** The reason why a change was not made, as a sentence: the server's own if it sent one. */
export function failureText(error: unknown): string {
  const message = serverMessage(error);
  if (message !== undefined) return /[.!?]$/.test(message) ? message : `${message}.`;
  return statusOf(error) === undefined ? 'The server cannot be reached.' : 'The server could not do that.';
}

/** For the server to receive changes in the order in which they were made. */
export function useInTurn(): InTurn {
  const [inTurn] = useState(createTurns);
  return inTurn;
}
