import { useEffect, useState } from 'react';
import { repeat } from '#domain/timing.ts';
import type { Timed } from '#src/admin/api/tablets.ts';
import { type AdminResource, useAdminResource } from '#src/admin/shell/useAdminResource.ts';

/**
 * The interval at which the tablets' reports are requested: the page is at most 15 s old, unless a note says otherwise.
 */
const TABLETS_REFRESH_MS = 10_000;
const TICK_MS = 1_000;
/** The time after which a response counts as missing. */
const STALE_AFTER_MS = 15_000;

export interface Watched<Value> {
  load: AdminResource<Timed<Value>>;
  value: Value | undefined;
  /** The server's time, in milliseconds. */
  now: number;
  /** The time of the last response by this device's clock; undefined while the server responds. */
  staleSince: number | undefined;
}

/** Data about tablets, kept up to date; while the server is out of reach the last data stays. */
export function useWatched<Value>(
  call: (token: string) => Promise<Timed<Value>>,
  refreshMs = TABLETS_REFRESH_MS,
): Watched<Value> {
  const load = useAdminResource(call, { refreshMs });
  const here = useNow();
  const { data } = load;
  const elapsedMs = data === undefined ? 0 : Math.max(0, here - data.loadedAt);
  const isStale = load.failure !== undefined || elapsedMs >= STALE_AFTER_MS;
  return {
    load,
    value: data?.value,
    now: (data?.serverTime ?? here) + elapsedMs,
    staleSince: isStale ? data?.loadedAt : undefined,
  };
}

/** This device's time, to the second. */
function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => repeat(TICK_MS, () => setNow(Date.now())), []);
  return now;
}
