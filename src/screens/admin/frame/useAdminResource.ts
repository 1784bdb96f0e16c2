import { useMemo } from 'react';
import { serverMessage, statusOf } from '../../../api/http.ts';
import { isWorthAnotherTry, pauseBeforeAttemptMs } from '../../../domain/uploads/uploadPlan.ts';
import { RemoteResource } from '../../../state/remoteResource.ts';
import { useRemoteResource } from '../../../state/useRemoteResource.ts';
import { adminCall } from './adminCall.ts';

interface LoadFailure {
  /** The server did not respond, or said 'not now': it is asked again by itself. */
  retrying: boolean;
  message: string | undefined;
}

export interface AdminResource<Data> {
  /** The last good data; it stays while newer data is on its way, or failed to come. */
  data: Data | undefined;
  failure: LoadFailure | undefined;
  reload: () => Promise<void>;
}

/** Loads for as long as `load` stays the same function (memoise it), and tries again by itself. */
export function useAdminResource<Data>(load: (token: string) => Promise<Data>): AdminResource<Data> {
  const resource = useMemo(
    () =>
      new RemoteResource<Data>({
        load: () => adminCall(load),
        afterError: (error) => (isWorthTrying(error) ? 'retry' : 'stop'),
        retryDelayMs: pauseBeforeAttemptMs,
      }),
    [load],
  );
  const remote = useRemoteResource(resource);
  const error = 'error' in remote ? remote.error : undefined;
  return {
    data: remote.status === 'loaded' ? remote.value : undefined,
    failure: error === undefined ? undefined : { retrying: isWorthTrying(error), message: serverMessage(error) },
    reload: remote.reload,
  };
}

function isWorthTrying(error: unknown): boolean {
  return isWorthAnotherTry(statusOf(error));
}
