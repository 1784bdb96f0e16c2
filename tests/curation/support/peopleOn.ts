import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import { API_KEY_HEADER } from '#contract/paths.ts';
import { signInAsDev } from '#scripts/run/apiClient.ts';
import type { People } from './curationTrial.ts';
import type { Credential } from './serverLibrary.ts';

const ADMINS = 4;

/** Admins, each with a session of their own, the tablet that sees all, and a new one. */
export async function peopleOn(server: {
  origin: string;
  kioskKey: string;
}): Promise<{ people: People; tablet: string }> {
  const admins: Credential[] = [];
  for (let count = 0; count < ADMINS; count += 1) {
    const { token } = await signInAsDev(server.origin, 'admin');
    admins.push({ Authorization: `Bearer ${token}` });
  }
  const response = await fetch(server.origin + ADMIN_PATHS.tablets, {
    method: 'POST',
    headers: { ...admins[0], 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Hall' }),
  });
  if (response.status !== 201) throw new Error(`No tablet: ${response.status} ${await response.text()}`);
  const { id, key }: { id: string; key: string } = JSON.parse(await response.text());
  const people = { admins, kiosk: { [API_KEY_HEADER]: server.kioskKey }, tablet: { [API_KEY_HEADER]: key } };
  return { people, tablet: id };
}
