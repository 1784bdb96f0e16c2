import { fetchServerStatus } from '../../../api/installation.ts';
import type { ServerStatus } from '../../../contract/entities.ts';
import { useAdminResource } from '../frame/useAdminResource.ts';
import { useReloadWhenShown } from './useReloadWhenShown.ts';

/** The status of the server, loaded anew whenever the page is shown again; undefined for those who are no admins. */
export function useServerStatus(isAdmin: boolean): ServerStatus | undefined {
  const { data, reload } = useAdminResource(isAdmin ? fetchServerStatus : noStatus);
  useReloadWhenShown(reload);
  return data;
}

async function noStatus(): Promise<undefined> {
  return undefined;
}
