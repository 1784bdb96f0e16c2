import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import type { AcceptPairing } from '#contract/tablets/pairingSchemas.ts';
import type {
  NewTablet,
  ShownPhoto,
  Tablet,
  TabletChanges,
  TabletCommand,
  TabletWithKey,
} from '#contract/tablets/schemas.ts';
import { http } from '#src/shared/api/http.ts';

/** A loaded value, with the server's time. */
export interface Timed<Value> {
  value: Value;
  /** By the server's clock, in milliseconds; by this device's if the server does not send it. */
  serverTime: number;
  /** By this device's clock. */
  loadedAt: number;
}

async function timed<Value>(token: string, path: string): Promise<Timed<Value>> {
  const response = await http({ token }).get(path);
  const value = await response.json<Value>();
  const loadedAt = Date.now();
  const serverMs = Date.parse(response.headers.get('Date') ?? '');
  return { value, serverTime: Number.isNaN(serverMs) ? loadedAt : serverMs, loadedAt };
}

export function fetchTablets(token: string): Promise<Timed<Tablet[]>> {
  return timed<Tablet[]>(token, ADMIN_PATHS.tablets);
}

export function fetchTablet(token: string, id: string): Promise<Timed<Tablet>> {
  return timed<Tablet>(token, ADMIN_PATHS.tablet(id));
}

export function createTablet(token: string, tablet: NewTablet): Promise<TabletWithKey> {
  return http({ token }).post(ADMIN_PATHS.tablets, { json: tablet }).json<TabletWithKey>();
}

export function changeTablet(token: string, id: string, changes: TabletChanges): Promise<Tablet> {
  return http({ token }).patch(ADMIN_PATHS.tablet(id), { json: changes }).json<Tablet>();
}

/** Ends the tablet's key; its screen shows letters, and gets another key when they are accepted for this tablet. */
export function endTabletKey(token: string, id: string): Promise<Tablet> {
  return http({ token }).post(ADMIN_PATHS.replaceTabletKey(id)).json<Tablet>();
}

/** Revokes or deletes, whatever has happened to the tablet meanwhile: sent twice it does the same as once. */
export function removeTablet(token: string, id: string, only: 'revoke' | 'delete'): Promise<Tablet> {
  return http({ token }).delete(ADMIN_PATHS.tablet(id), { searchParams: { only } }).json<Tablet>();
}

export async function tellTablet(token: string, id: string, command: TabletCommand): Promise<void> {
  await http({ token }).post(ADMIN_PATHS.tabletCommand(id), { json: command });
}

export function fetchShown(token: string, id: string): Promise<ShownPhoto[]> {
  return http({ token }).get(ADMIN_PATHS.tabletShown(id)).json<ShownPhoto[]>();
}

export function acceptPairing(token: string, code: string, payload: AcceptPairing): Promise<Tablet> {
  return http({ token }).post(ADMIN_PATHS.acceptPairing(code), { json: payload }).json<Tablet>();
}
