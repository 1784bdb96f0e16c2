import { useCallback, useEffect, useRef, useState } from 'react';
import { serverMessage, statusOf } from '../../../api/http.ts';
import { isWorthAnotherTry, pauseBeforeAttemptMs } from '../../../domain/uploads/uploadPlan.ts';
import { adminCall } from './adminCall.ts';

interface LoadFailure {
  /** The server did not answer, or said 'not now': it is asked again by itself. */
  retrying: boolean;
  message: string | undefined;
}

export interface Load<Data> {
  /** The last good answer; it stays while a newer one is on its way, or failed to come. */
  data: Data | undefined;
  failure: LoadFailure | undefined;
  reload: () => Promise<void>;
}

interface State<Data> {
  of: unknown;
  data: Data | undefined;
  failure: LoadFailure | undefined;
  failuresInARow: number;
}

type Loader<Data> = (token: string) => Promise<Data>;

/** Loads for as long as `load` stays the same function (memoise it), and tries again by itself. */
export function useLoad<Data>(load: Loader<Data>): Load<Data> {
  const [state, setState] = useState<State<Data>>({ of: load, data: undefined, failure: undefined, failuresInARow: 0 });
  const latest = useRef(0);

  const reload = useCallback(async () => {
    latest.current += 1;
    const mine = latest.current;
    const update = await ask(load);
    if (mine === latest.current) setState(update);
  }, [load]);

  useEffect(() => {
    latest.current += 1;
    const mine = latest.current;
    void ask(load).then((update) => mine === latest.current && setState(update));
    return () => {
      latest.current += 1;
    };
  }, [load]);

  useRetry(state, reload);
  const mine = state.of === load;
  return { data: mine ? state.data : undefined, failure: mine ? state.failure : undefined, reload };
}

type Update<Data> = (before: State<Data>) => State<Data>;

async function ask<Data>(load: Loader<Data>): Promise<Update<Data>> {
  try {
    const data = await adminCall(load);
    return () => ({ of: load, data, failure: undefined, failuresInARow: 0 });
  } catch (error) {
    const failure = { retrying: isWorthAnotherTry(statusOf(error)), message: serverMessage(error) };
    return (before) => {
      const kept = before.of === load ? before : { data: undefined, failuresInARow: 0 };
      return { of: load, data: kept.data, failure, failuresInARow: kept.failuresInARow + 1 };
    };
  }
}

function useRetry({ failure, failuresInARow }: State<unknown>, reload: () => Promise<void>): void {
  const retrying = failure?.retrying ?? false;
  useEffect(() => {
    if (!retrying) return undefined;
    const again = () => void reload();
    const timer = setTimeout(again, pauseBeforeAttemptMs(failuresInARow));
    window.addEventListener('online', again);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', again);
    };
  }, [retrying, failuresInARow, reload]);
}
