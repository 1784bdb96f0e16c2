import { CREDENTIAL_REFUSED } from '../src/contract/calls.ts';
import { isRecord } from '../src/domain/records.ts';
import { KEY_CHECK } from './routes.ts';

/**
 * `good`: what was asked for, from the server itself. `refused`: the server's own refusal of the credential.
 * `stray`: anything else that happens to come over a wire: a proxy's 403, 404 or 502, 429, a portal's page.
 */
export type ResponseClass = 'good' | 'refused' | 'stray';

export interface Answered {
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

export function classifyResponse(name: string, answered: Answered): ResponseClass {
  if (answered.redirected || !/^application\/json\b/i.test(answered.contentType)) return 'stray';
  const value = parsed(answered.body);
  if (answered.status === 401) return isRecord(value) && value.code === CREDENTIAL_REFUSED ? 'refused' : 'stray';
  if (answered.status !== 200) return 'stray';
  const isExpected = name === KEY_CHECK ? isRecord(value) && value.valid === true : Array.isArray(value);
  return isExpected ? 'good' : 'stray';
}

/** Only real images are stored: a portal's page, a partial or an opaque answer is none. */
export function isRealImage(response: Response): boolean {
  const isImage = /^image\//i.test(response.headers.get('Content-Type') ?? '');
  return response.status === 200 && !response.redirected && isImage;
}
