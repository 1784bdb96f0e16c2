import { API_KEY_PARAMETER } from '#domain/access/kioskAddress.ts';
import { textOf } from '#domain/records.ts';
import { beginningAddress } from '#domain/tablets/beginningAddress.ts';
import { lastKeyInsteadOf } from '#src/shared/kioskKey/launchRecord.ts';
import { storedTablet } from '#src/shared/tablet/storedTablet.ts';

/**
 * The address to open instead of this one, whose key is not accepted: with the key that this device was connected with
 * last, and at the page with which the tablet begins. Undefined without such a key; rejects when its record cannot be
 * read.
 */
export async function addressWithLastKey(
  apiKey: string,
  { pathname, search }: { pathname: string; search: string },
): Promise<string | undefined> {
  const last = await lastKeyInsteadOf(apiKey);
  if (last === undefined) return undefined;
  const parameters = new URLSearchParams(search);
  parameters.set(API_KEY_PARAMETER, last);
  const own = { pathname, search: `?${parameters.toString()}` };
  return beginningAddress(textOf(storedTablet(last) ?? {}, 'beginsAt'), own) ?? own.pathname + own.search;
}
