import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import type { NewTablet, Tablet, TabletChanges, TabletCommand, TabletWithKey } from '#contract/tablets/schemas.ts';
import type { ApiClient } from '#scripts/run/apiClient.ts';

/** A call of an admin, such as 'POST /tablets'. */
async function asAdmin<Body>({ origin, token }: ApiClient, request: string, body?: unknown): Promise<Body> {
  const [method = '', path = ''] = request.split(' ');
  const headers = { Authorization: `Bearer ${token}`, ...(body ? { 'Content-Type': 'application/json' } : {}) };
  const response = await fetch(origin + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status}: ${text}`);
  return JSON.parse(text || 'null');
}

let made = 0;

/** A tablet, as an admin makes it, with a name of its own. */
export function makeTablet(api: ApiClient, fields: Partial<NewTablet> = {}): Promise<TabletWithKey> {
  made += 1;
  return asAdmin(api, `POST ${ADMIN_PATHS.tablets}`, { name: `Wall ${process.pid} ${made}`, ...fields });
}

export async function changeTablet(api: ApiClient, id: string, changes: TabletChanges): Promise<void> {
  await asAdmin(api, `PATCH ${ADMIN_PATHS.tablet(id)}`, changes);
}

export function commandTablet(api: ApiClient, id: string, command: TabletCommand): Promise<void> {
  return asAdmin(api, `POST ${ADMIN_PATHS.tabletCommand(id)}`, command);
}

/** Ends the tablet's key; its screen then shows letters. */
export async function endKey(api: ApiClient, id: string): Promise<void> {
  await asAdmin(api, `POST ${ADMIN_PATHS.replaceTabletKey(id)}`, {});
}

/** Types the letters of a screen under an existing tablet. */
export async function acceptLetters(api: ApiClient, letters: string, tabletId: string): Promise<void> {
  await asAdmin(api, `POST ${ADMIN_PATHS.acceptPairing(letters)}`, { tabletId });
}

export async function revokeTablet(api: ApiClient, id: string): Promise<void> {
  await asAdmin(api, `DELETE ${ADMIN_PATHS.tablet(id)}`);
}

/** The tablet as the administration shows it. */
export function findTablet(api: ApiClient, id: string): Promise<Tablet> {
  return asAdmin(api, `GET ${ADMIN_PATHS.tablet(id)}`);
}
