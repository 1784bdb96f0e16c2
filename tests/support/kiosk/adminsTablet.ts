import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import type { AcceptPairing } from '#contract/tablets/pairingSchemas.ts';
import type { NewTablet, Tablet, TabletChanges, TabletCommand, TabletWithKey } from '#contract/tablets/schemas.ts';
import type { ApiClient } from '#scripts/run/apiClient.ts';

let made = 0;

/** A tablet, as an admin makes it, with a name of its own. */
export function makeTablet(api: ApiClient, fields: Partial<NewTablet> = {}): Promise<TabletWithKey> {
  made += 1;
  return api.ask(`POST ${ADMIN_PATHS.tablets}`, { name: `Wall ${process.pid} ${made}`, ...fields });
}

export async function changeTablet(api: ApiClient, id: string, changes: TabletChanges): Promise<void> {
  await api.ask(`PATCH ${ADMIN_PATHS.tablet(id)}`, changes);
}

export function commandTablet(api: ApiClient, id: string, command: TabletCommand): Promise<void> {
  return api.ask(`POST ${ADMIN_PATHS.tabletCommand(id)}`, command);
}

/** Ends the tablet's key; its screen then shows letters. */
export async function endKey(api: ApiClient, id: string): Promise<void> {
  await api.ask(`POST ${ADMIN_PATHS.replaceTabletKey(id)}`, {});
}

/** Types the letters that a screen shows: as a new tablet, or under the one of the fields. */
export function acceptLetters(api: ApiClient, letters: string, fields: Partial<AcceptPairing> = {}): Promise<Tablet> {
  made += 1;
  const body: AcceptPairing = { name: `Screen ${process.pid} ${made}`, ...fields };
  return api.ask(`POST ${ADMIN_PATHS.acceptPairing(letters)}`, body);
}

export async function revokeTablet(api: ApiClient, id: string): Promise<void> {
  await api.ask(`DELETE ${ADMIN_PATHS.tablet(id)}`);
}

/** The tablet as the administration shows it. */
export function findTablet(api: ApiClient, id: string): Promise<Tablet> {
  return api.ask(`GET ${ADMIN_PATHS.tablet(id)}`);
}
