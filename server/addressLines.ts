import { kioskAddressWith } from '#domain/access/kioskAddress.ts';
import { setUpLink } from '#domain/access/setUpLink.ts';
import type { AuditLog } from './audit/auditLog.ts';
import type { KeyRepository } from './auth/keys/keyRepository.ts';
import type { SetUpLinkRepository } from './auth/setUp/setUpLinkRepository.ts';
import { qrForTerminal } from './https/qrCode.ts';
import type { Settings } from './settings/settings.ts';
import type { UserRepository } from './users/userRepository.ts';

const FIRST_KEY_NAME = 'First kiosk';
const NO_KEY_YET = 'no key yet: `npm run --silent cli -- key create NAME` makes one and prints it';

export interface Addresses {
  landing: string;
  /** The address where devices get the home's certificate; undefined when they need none. */
  devices: string | undefined;
  isForThisMachine: boolean;
  /** Identifies this server among others on the same database; the same at its next start. */
  server: string;
}

interface Printed {
  settings: Pick<Settings, 'production' | 'dataDir'>;
  isNew: boolean;
  keys: Pick<KeyRepository, 'list' | 'create'>;
  users: Pick<UserRepository, 'hasAdmin'>;
  setUpLinks: Pick<SetUpLinkRepository, 'create'>;
  audit: Pick<AuditLog, 'record'>;
}

/** The only lines that ever go to stdout: scripts read them. */
export async function addressLines(addresses: Addresses, printed: Printed): Promise<string> {
  const { landing, devices, isForThisMachine } = addresses;
  const kiosk = await firstKiosk(landing, printed);
  const setUp = await setUpLinkAt(addresses, printed);
  const lines = [`  Landing  ${landing}/`];
  if (kiosk !== undefined) lines.push(`  Kiosk    ${kiosk.address ?? NO_KEY_YET}`);
  if (devices !== undefined)
    lines.push(`  Devices  ${devices}/ first, once each: there they learn to trust this house`);
  if (printed.isNew) {
    lines.push(`  New      ${printed.settings.dataDir} held no library: this is a new one, without photos`);
  }
  if (setUp !== undefined) lines.push(`  Set up   ${setUp} once, for the owner, until the next start`);
  // A QR code for a camera. It would only fill a log, and no other device reaches an address of this machine alone.
  if (process.stdout.isTTY && !isForThisMachine) {
    const toScan = [devices, setUp].filter((address) => address !== undefined);
    if (toScan.length === 0) toScan.push(kiosk?.address ?? landing);
    for (const address of toScan) {
      lines.push('', `  ${titleOf(address, { devices, setUp })}`, qrForTerminal(address, process.stdout.columns));
    }
  }
  return lines.join('\n');
}

/**
 * A kiosk's address with the first key; undefined when there are keys. In production stdout often is a service's log,
 * which more people read and which is kept for long: the first key is made there only for a terminal.
 */
async function firstKiosk(
  landing: string,
  { keys, settings, audit }: Printed,
): Promise<{ address: string | undefined } | undefined> {
  if ((await keys.list()).length > 0) return undefined;
  if (settings.production && !process.stdout.isTTY) return { address: undefined };
  const address = landing + kioskAddressWith(await keys.create(FIRST_KEY_NAME, 'kiosk'));
  audit.record({ action: 'key-made', by: 'server', what: FIRST_KEY_NAME });
  return { address };
}

/**
 * The link by which the owner of a new installation comes in. It goes into a service's log too, since that is where its
 * owner looks, and there it is worth nothing as soon as it was used. Outside production there are the dev sign-ins.
 */
async function setUpLinkAt(
  { landing, server }: Addresses,
  { settings, users, setUpLinks }: Printed,
): Promise<string | undefined> {
  if (!settings.production || (await users.hasAdmin())) return undefined;
  return setUpLink(landing, await setUpLinks.create(server));
}

function titleOf(
  address: string,
  { devices, setUp }: { devices: string | undefined; setUp: string | undefined },
): string {
  if (address === devices) return 'Devices: to trust this house, first';
  return address === setUp ? 'Set up: for the owner, once' : 'To open';
}
