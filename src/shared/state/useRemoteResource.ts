import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { LOADING, NO_RETRY, type Remote, type RemoteOptions, RemoteResource } from './remoteResource.ts';

/**
 * `retry` does nothing during an attempt; `reload` begins a new one in any case; `change` replaces the loaded value.
 */
export type Watched<T> = Remote<T> & {
  retry: () => void;
  reload: () => Promise<void>;
  change: (update: (value: T) => T) => void;
};

/** Follows a resource while the component is mounted; without a resource the state stays 'loading'. */
export function useRemoteResource<T>(resource: RemoteResource<T> | undefined): Watched<T> {
  const subscribe = useCallback((listener: () => void) => resource?.watch(listener) ?? (() => undefined), [resource]);
  const state = useSyncExternalStore<Remote<T>>(subscribe, () => resource?.state ?? LOADING);
  const acts = useMemo(
    () => ({
      retry: () => resource?.retry(),
      reload: async () => resource?.reload(),
      change: (update: (value: T) => T) => resource?.change(update),
    }),
    [resource],
  );
  return { ...state, ...acts };
}

/** Loads while the component is mounted, again whenever `load` or `options` is another object: memoise both. */
export function useLoaded<T>(load: () => Promise<T>, options: Omit<RemoteOptions<T>, 'load'> = NO_RETRY): Watched<T> {
  return useRemoteResource(useMemo(() => new RemoteResource<T>({ ...options, load }), [load, options]));
}
