import { signInAsDev } from '#scripts/run/apiClient.ts';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import type { AcceptPairing } from '#contract/tablets/pairingSchemas.ts';
import type { Tablet } from '#contract/tablets/schemas.ts';

/** An admin's steps in the administration, by the same calls. */
async function asAdmin(origin: string, request: string, body?: unknown): Promise<Response> {
  const [method = '', path = ''] = request.split(' ');
  const { token } = await signInAsDev(origin, 'admin');
  const headers = new Headers({ Authorization: `Bearer ${token}` });
  if (body) headers.set('Content-Type', 'application/json');
  const response = await fetch(origin + path, { method, headers, body: body ? JSON.stringify(body) : null });
  if (!response.ok) throw new Error(`${response.status} from ${path}: ${await response.text()}`);
  return response;
}

let accepted = 0;

/** Types the letters that a screen shows. */
export async function acceptScreen(
  { origin }: { origin: string },
  code: string,
  fields: Partial<AcceptPairing> = {},
): Promise<Tablet> {
  accepted += 1;
  const body: AcceptPairing = { name: `Screen ${accepted}`, ...fields };
  return (await asAdmin(origin, `POST ${ADMIN_PATHS.acceptPairing(code)}`, body)).json();
}

export async function removeTablet({ origin }: { origin: string }, id: string): Promise<void> {
  await asAdmin(origin, `DELETE ${ADMIN_PATHS.tablet(id)}`);
}
