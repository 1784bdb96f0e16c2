import type { PermissionsPayload } from '../contract/calls.ts';
import type { UserRecord } from '../contract/entities.ts';
import { API_PATHS } from '../contract/paths.ts';
import { http } from './http.ts';

export function fetchUsers(token: string): Promise<UserRecord[]> {
  return http({ token }).get(API_PATHS.users).json<UserRecord[]>();
}

export interface PermissionsChange {
  userId: string;
  payload: PermissionsPayload;
}

export function updatePermissions(token: string, change: PermissionsChange): Promise<UserRecord> {
  return http({ token }).put(API_PATHS.userPermissions(change.userId), { json: change.payload }).json<UserRecord>();
}
