import type { OwnAccount } from '#contract/users/schemas.ts';
import { createListeners } from '#domain/listeners.ts';
import { type AlbumRights, albumRights } from '#domain/users/albumRights.ts';
import { fetchOwnAccount } from '#src/admin/api/account.ts';
import { adminCall } from '#src/admin/session/adminCall.ts';
import { storedUser, storeUser, useStoredUser } from '#src/shared/session/storedUser.ts';
import { type AdminResource, useAdminResource } from './useAdminResource.ts';

const changes = createListeners();

/** Called when an admin has changed the account. */
export const ownAccountChanged = changes.notify;

export const subscribeToOwnAccount = changes.subscribe;

/** The signed-in person's account, loaded again when an admin has changed it. It is stored nowhere. */
export function useOwnAccount(): AdminResource<OwnAccount> {
  return useAdminResource(fetchOwnAccount, { reloadOn: changes.subscribe });
}

/**
 * The signed-in person's rights over albums themselves; undefined until it is known. Where it cannot be loaded the
 * permissions decide, since the server checks each change again.
 */
export function useAlbumRights(): AlbumRights | undefined {
  const permissions = useStoredUser()?.permissions ?? [];
  const isAdmin = permissions.includes('admin');
  const { data, hasSettled } = useAdminResource<OwnAccount | undefined>(isAdmin ? nothing : fetchOwnAccount, {
    reloadOn: changes.subscribe,
  });
  return isAdmin || hasSettled ? albumRights({ permissions, albumIds: data?.albumIds ?? null }) : undefined;
}

/**
 * Stores the permissions that the signed-in person has now, since an admin may have changed them after the sign-in, and
 * resolves to whether they are others than before. While the server is out of reach they stay: it checks each call anyway.
 */
export async function takePermissions(): Promise<boolean> {
  const asked = storedUser();
  const account = await adminCall(fetchOwnAccount).catch(() => undefined);
  const user = storedUser();
  if (!account || user?.token !== asked?.token || user?.userId !== account.userId) return false;
  const { permissions } = account;
  if (JSON.stringify(permissions) === JSON.stringify(user.permissions)) return false;
  storeUser({ ...user, permissions });
  return true;
}

async function nothing(): Promise<undefined> {
  return undefined;
}
