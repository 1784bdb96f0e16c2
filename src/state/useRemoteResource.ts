import { useCallback, useSyncExternalStore } from 'react';
import { LOADING, type Remote, type RemoteResource } from './remoteResource.ts';

/** `retry` does nothing while an attempt is under way; `reload` begins a new one in any case. */
export type Watched<T> = Remote<T> & { retry: () => void; reload: () => Promise<void> };

/** Follows a resource while the component is mounted; without a resource the state stays 'loading'. */
export function useRemoteResource<T>(resource: RemoteResource<T> | undefined): Watched<T> {
  const subscribe = useCallback((listener: () => void) => resource?.watch(listener) ?? (() => undefined), [resource]);
  const state = useSyncExternalStore<Remote<T>>(subscribe, () => resource?.state ?? LOADING);
  const retry = useCallback(() => resource?.retry(), [resource]);
  const reload = useCallback(async () => resource?.reload(), [resource]);
  return { ...state, retry, reload };
}
