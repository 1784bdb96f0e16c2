import type { PasskeyRecord } from '#contract/passkeys/schemas.ts';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import { http } from '#src/shared/api/http.ts';

/** The signed-in person's own passkeys. */
export function fetchPasskeys(token: string): Promise<PasskeyRecord[]> {
  return http({ token }).get(ADMIN_PATHS.passkeys).json<PasskeyRecord[]>();
}

/** The options with which the browser makes another passkey. */
export function fetchNewPasskeyOptions<Options>(token: string): Promise<Options> {
  return http({ token }).post(ADMIN_PATHS.newPasskey).json<Options>();
}

export function addPasskey(token: string, made: object): Promise<PasskeyRecord> {
  return http({ token }).post(ADMIN_PATHS.passkeys, { json: made }).json<PasskeyRecord>();
}

export async function renamePasskey(token: string, { id, name }: Pick<PasskeyRecord, 'id' | 'name'>): Promise<void> {
  await http({ token }).patch(ADMIN_PATHS.passkey(id), { json: { name } });
}

export async function removePasskey(token: string, id: string): Promise<void> {
  await http({ token }).delete(ADMIN_PATHS.passkey(id));
}
