import { useState } from 'react';
import { failureText } from './failureText.ts';

/** An act that a person starts: whether it is under way, and why the last attempt failed. It never runs twice at once. */
export function useAction() {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const run = async (act: () => Promise<void>, textOf: (error: unknown) => string = failureText) => {
    if (busy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      await act();
    } catch (error) {
      setFailure(textOf(error));
    } finally {
      setBusy(false);
    }
  };
  return { busy, failure, setFailure, run };
}
