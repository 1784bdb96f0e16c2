import type { AuditFilter, AuditPage } from '#contract/audit/schemas.ts';
import type { SignInLinkResponse } from '#contract/signIn/schemas.ts';
import type {
  AccountChanges,
  AffectedThing,
  BlockPayload,
  PermissionsPayload,
  UserRecord,
} from '#contract/users/schemas.ts';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import { http } from '#src/shared/api/http.ts';

export function fetchUsers(token: string): Promise<UserRecord[]> {
  return http({ token }).get(ADMIN_PATHS.users).json<UserRecord[]>();
}

interface PermissionsChange {
  userId: string;
  payload: PermissionsPayload;
}

export function updatePermissions(token: string, change: PermissionsChange): Promise<UserRecord> {
  return http({ token }).put(ADMIN_PATHS.userPermissions(change.userId), { json: change.payload }).json<UserRecord>();
}

export function blockUser(
  token: string,
  { userId, ...payload }: BlockPayload & { userId: string },
): Promise<UserRecord> {
  return http({ token }).put(ADMIN_PATHS.userBlock(userId), { json: payload }).json<UserRecord>();
}

export function changeAccount(token: string, id: string, payload: AccountChanges): Promise<UserRecord> {
  return http({ token }).patch(ADMIN_PATHS.user(id), { json: payload }).json<UserRecord>();
}

/** The things of a person that this list of albums would affect. */
export function fetchAffected(token: string, id: string, albumIds: readonly string[]): Promise<AffectedThing[]> {
  return http({ token }).post(ADMIN_PATHS.userAffected(id), { json: { albumIds } }).json<AffectedThing[]>();
}

/** The person's tablets and links stay, unless they are ended too. */
export async function deleteUser(token: string, id: string, endMade: boolean): Promise<void> {
  await http({ token }).delete(ADMIN_PATHS.user(id), { searchParams: { endMade } });
}

/** One page of the audit log; `before` comes from the page with the newer entries. */
export function fetchAuditPage(token: string, search: AuditFilter & { before?: number }): Promise<AuditPage> {
  return http({ token })
    .get(ADMIN_PATHS.audit, { searchParams: { ...search } })
    .json<AuditPage>();
}

export function createSignInLink(token: string, userId: string): Promise<SignInLinkResponse> {
  return http({ token }).post(ADMIN_PATHS.userSignInLink(userId)).json<SignInLinkResponse>();
}
