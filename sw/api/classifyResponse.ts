import { CREDENTIAL_REFUSED } from '../../src/contract/calls.ts';
import { isRecord } from '../../src/domain/records.ts';
import { KEY_CHECK } from '../routes.ts';

/**
 * `valid`: what was asked for, from the server itself. `revoked`: the server itself does not take the key any more.
 * `untrusted`: anything else that comes over a network, such as a proxy's 403, 404 or 502, a 429, or a portal's page.
 */
export type ResponseClass = 'valid' | 'revoked' | 'untrusted';

export interface ReceivedResponse {
  status: number;
  contentType: string;
  redirected: boolean;
  body: string;
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** `name` is the response's name in its rule (sw/routes.ts). */
export function classifyResponse(name: string, received: ReceivedResponse): ResponseClass {
  if (received.redirected || !/^application\/json\b/i.test(received.contentType)) return 'untrusted';
  const value = parsed(received.body);
  if (received.status === 401) return isRecord(value) && value.code === CREDENTIAL_REFUSED ? 'revoked' : 'untrusted';
  if (received.status !== 200) return 'untrusted';
  const isExpected = name === KEY_CHECK ? isRecord(value) && value.valid === true : Array.isArray(value);
  return isExpected ? 'valid' : 'untrusted';
}
