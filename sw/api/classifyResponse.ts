import { CREDENTIAL_REFUSED, CREDENTIAL_UNKNOWN } from '#contract/calls.ts';
import { isRecord, parsedJson, textOf } from '#domain/records.ts';
import { KEY_CHECK, OUTLINE } from '../routes.ts';

/**
 * `valid`: the expected response, from the server itself. `revoked`: the installation that verified the key no longer
 * accepts it. `unknown`: one of our servers that never knew the key or has lost its data, or another installation.
 * `untrusted`: any other response, such as a proxy's 403, 404 or login page.
 */
export type ResponseClass = 'valid' | 'revoked' | 'unknown' | 'untrusted';

export interface ReceivedResponse {
  status: number;
  contentType: string;
  redirected: boolean;
  body: string;
}

interface Question {
  /** The response's name in its rule (sw/routes.ts). */
  name: string;
  /**
   * The installation that verified the key last. Undefined for a new key, and for one that only the first release has
   * verified, whose responses named no installation: then a statement of any installation that names itself counts.
   * Only the one that issued the key can know it as revoked, and a tablet of the first release must still be emptied.
   */
  verifiedBy: string | undefined;
}

export function classifyResponse({ name, verifiedBy }: Question, received: ReceivedResponse): ResponseClass {
  if (received.redirected || !/^application\/json\b/i.test(received.contentType)) return 'untrusted';
  const value = parsedJson(received.body);
  if (received.status === 401) return isRecord(value) ? classifyRefusal(value, verifiedBy) : 'untrusted';
  if (received.status !== 200) return 'untrusted';
  return isExpected(name, value) ? 'valid' : 'untrusted';
}

function isExpected(name: string, value: unknown): boolean {
  if (name === KEY_CHECK) return isRecord(value) && value.valid === true;
  if (name.endsWith(OUTLINE)) return isRecord(value) && Array.isArray(value.photos);
  return Array.isArray(value);
}

function classifyRefusal(body: Record<string, unknown>, verifiedBy: string | undefined): ResponseClass {
  if (body.code === CREDENTIAL_UNKNOWN) return 'unknown';
  if (body.code !== CREDENTIAL_REFUSED) return 'untrusted';
  // The first release's server names no installation, and also calls unknown keys refused.
  const installation = textOf(body, 'installation');
  return installation !== '' && installation === (verifiedBy ?? installation) ? 'revoked' : 'unknown';
}
