import { useMemo } from 'react';
import { serverMessage, statusOf } from '#src/api/http.ts';
import { isWorthAnotherTry, pauseBeforeAttemptMs } from '#domain/uploads/uploadPlan.ts';
import { RemoteResource } from '#src/state/remoteResource.ts';
import { useRemoteResource } from '#src/state/useRemoteResource.ts';
import { adminCall, OtherServerError } from '../session/adminCall.ts';

interface LoadFailure {
  /** True when the server did not respond or is temporarily unavailable: the load is then repeated by itself. */
  retrying: boolean;
  message: string | undefined;
  /** Another installation answers at the address. */
  isElsewhere: boolean;
}

export interface AdminResource<Data> {
  /** The last data that was loaded, also while newer data is being loaded or could not be loaded. */
  data: Data | undefined;
  failure: LoadFailure | undefined;
  /** Whether a first attempt has ended: parts that would move one another are shown when all of them have. */
  hasSettled: boolean;
  reload: () => Promise<void>;
}

/**
 * Loads anew whenever `load` is another function, so memoise it. Failed loads are repeated automatically. With
 * `refreshMs` the data is loaded again so long after each load, while the page can be seen.
 */
export function useAdminResource<Data>(
  load: (token: string) => Promise<Data>,
  refreshMs = Infinity,
): AdminResource<Data> {
  const resource = useMemo(
    () =>
      new RemoteResource<Data>({
        load: () => adminCall(load),
        afterError: (error) => (isWorthTrying(error) ? 'retry' : 'stop'),
        retryDelayMs: pauseBeforeAttemptMs,
        refreshMs,
        waitsWhileHidden: refreshMs !== Infinity,
      }),
    [load, refreshMs],
  );
  const remote = useRemoteResource(resource);
  const error = 'error' in remote ? remote.error : undefined;
  return {
    data: remote.status === 'loaded' ? remote.value : undefined,
    hasSettled: remote.status !== 'loading',
    failure: error === undefined ? undefined : failureOf(error),
    reload: remote.reload,
  };
}

function failureOf(error: unknown): LoadFailure {
  const isElsewhere = error instanceof OtherServerError;
  return { retrying: isWorthTrying(error), message: isElsewhere ? error.message : serverMessage(error), isElsewhere };
}

function isWorthTrying(error: unknown): boolean {
  return isWorthAnotherTry(statusOf(error));
}
