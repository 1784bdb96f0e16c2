import { kioskLink } from '#domain/access/kioskAddress.ts';
import { type AddressLine, type PrintedAddresses, TO_OPEN } from '#server/core/addresses/addresses.ts';
import type { Core } from '#server/core/core.ts';
import type { KeyRepository } from './keyRepository.ts';

const FIRST_KEY_NAME = 'First kiosk';
const NO_KEY_YET = 'no key yet: `npm run --silent cli -- key create NAME` makes one and prints it';

interface Sources extends Pick<Core, 'settings' | 'audit' | 'hold'> {
  keys: Pick<KeyRepository, 'list' | 'create'>;
}

/**
 * A kiosk's address with the first key; undefined when there are keys. In production stdout often is a service's log,
 * which more people read and which is stored for long: there the first key is made for a terminal only.
 */
export async function firstKioskLine(
  { landing: direct, links: link }: PrintedAddresses,
  { keys, settings, audit, hold }: Sources,
): Promise<AddressLine | undefined> {
  // Nothing can be made before a new version is confirmed.
  if (hold.refusesWrites || (await keys.list()).length > 0) return undefined;
  if (settings.production && !process.stdout.isTTY) return { text: `  Kiosk    ${NO_KEY_YET}` };
  const address = kioskLink({ direct, link }, await keys.create(FIRST_KEY_NAME, 'kiosk'));
  audit.record({ action: 'key-made', by: 'server', what: FIRST_KEY_NAME });
  return { text: `  Kiosk    ${address}`, scan: { address, title: TO_OPEN } };
}
