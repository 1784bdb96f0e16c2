import { useCallback, useEffect, useMemo } from 'react';
import { serverMessage, statusOf } from '#src/shared/api/http.ts';
import { isWorthAnotherTry, pauseBeforeAttemptMs } from '#domain/uploads/uploadPlan.ts';
import { useLoaded, type Watched } from '#src/shared/state/useRemoteResource.ts';
import { adminCall, OtherServerError } from '#src/admin/session/adminCall.ts';

interface LoadFailure {
  /** True when the server did not respond or is temporarily unavailable: the load is then repeated by itself. */
  retrying: boolean;
  message: string | undefined;
  /** Whether another installation responds at the address. */
  isElsewhere: boolean;
}

export interface AdminResource<Data> {
  /** The last data that was loaded, also while newer data is being loaded or could not be loaded. */
  data: Data | undefined;
  failure: LoadFailure | undefined;
  /** Whether a first attempt has ended: parts that would push one another are shown when all of them have. */
  hasSettled: boolean;
  reload: () => Promise<void>;
  /** Replaces the loaded data by the data of a response. */
  change: Watched<Data>['change'];
}

interface Options {
  /** The time after which the data is loaded again, while the page can be seen. */
  refreshMs?: number;
  /** Calls the function when the data may have changed, until the returned function is called. */
  reloadOn?: (reload: () => Promise<void>) => () => void;
}

/** Loads again whenever `load` is another function, so memoise it. Failed loads are repeated automatically. */
export function useAdminResource<Data>(
  load: (token: string) => Promise<Data>,
  { refreshMs = Infinity, reloadOn }: Options = {},
): AdminResource<Data> {
  const options = useMemo(
    () => ({
      afterError: (error: unknown) => (isWorthTrying(error) ? 'retry' : 'stop'),
      retryDelayMs: pauseBeforeAttemptMs,
      refreshMs,
      waitsWhileHidden: refreshMs !== Infinity,
    }),
    [refreshMs],
  );
  const remote = useLoaded<Data>(
    useCallback(() => adminCall(load), [load]),
    options,
  );
  const { reload, change } = remote;
  useEffect(() => reloadOn?.(reload), [reloadOn, reload]);
  const error = 'error' in remote ? remote.error : undefined;
  return {
    data: remote.status === 'loaded' ? remote.value : undefined,
    hasSettled: remote.status !== 'loading',
    failure: error === undefined ? undefined : failureOf(error),
    reload,
    change,
  };
}

function failureOf(error: unknown): LoadFailure {
  const isElsewhere = error instanceof OtherServerError;
  return { retrying: isWorthTrying(error), message: isElsewhere ? error.message : serverMessage(error), isElsewhere };
}

function isWorthTrying(error: unknown): boolean {
  return isWorthAnotherTry(statusOf(error));
}
