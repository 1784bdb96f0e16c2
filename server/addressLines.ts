import { kioskLink } from '#domain/access/kioskAddress.ts';
import { versionText } from '#domain/update/versionText.ts';
import { setUpLink } from '#domain/access/links.ts';
import type { AuditLog } from './core/audit/auditLog.ts';
import type { KeyRepository } from './keys/keyRepository.ts';
import type { SetUpLinkRepository } from './signIn/oneTimeRepository.ts';
import { qrForTerminal } from './https/qrCode.ts';
import type { Settings } from './core/settings/settings.ts';
import type { Hold } from '#server/core/hold.ts';
import { builtCommitIn, VERSION } from './core/settings/version.ts';
import type { UserRepository } from './users/userRepository.ts';

const FIRST_KEY_NAME = 'First kiosk';
const NO_KEY_YET = 'no key yet: `npm run --silent cli -- key create NAME` makes one and prints it';

interface Addresses {
  /** Under the server's name, where it has one. */
  landing: string;
  /** The landing at the machine's address, if the server also has a name. */
  other: string | undefined;
  /** The address where devices get the home's certificate; undefined when they need none. */
  devices: string | undefined;
  /** The origin of links for other devices. */
  links: string;
  isForThisMachine: boolean;
  /** Identifies this server among others on the same database; the same at its next start. */
  server: string;
}

interface Printed {
  settings: Pick<Settings, 'production' | 'dataDir' | 'distDir'>;
  isNew: boolean;
  keys: Pick<KeyRepository, 'list' | 'create'>;
  users: Pick<UserRepository, 'hasAdmin'>;
  setUpLinks: Pick<SetUpLinkRepository, 'create'>;
  audit: Pick<AuditLog, 'record'>;
  /** Nothing can be made before a new version is confirmed. */
  hold: Pick<Hold, 'refusesWrites'>;
}

/** The only lines that ever go to stdout: scripts read them. The first one says what to do first. */
export async function addressLines(addresses: Addresses, printed: Printed): Promise<string> {
  const { landing, other, devices, isForThisMachine } = addresses;
  const kiosk = await firstKiosk(addresses, printed);
  const setUp = await setUpLinkAt(addresses, printed);
  const lines = [
    setUp && `  Open this first. It is for the owner, and works once, until the next start.\n  Set up   ${setUp}\n`,
    `  Landing  ${landing}/`,
    other && `  Or at    ${other}/`,
    devices && `  Devices  ${devices}/ once on each: there it learns to trust this house`,
    kiosk && `  Kiosk    ${kiosk.address ?? NO_KEY_YET}`,
    printed.isNew && `  New      ${printed.settings.dataDir} held no library: this is a new one, without photos`,
    `  Version  ${versionText(VERSION, builtCommitIn(printed.settings.distDir))}`,
  ].filter((line) => typeof line === 'string');
  // A QR code for a camera; left out of logs, and for an address that only this machine reaches.
  if (process.stdout.isTTY && !isForThisMachine) {
    const toScan = setUp ?? devices ?? kiosk?.address ?? landing;
    lines.push('', qrForTerminal(toScan, process.stdout.columns), `  ${titleOf(toScan, { setUp, devices })}`);
  }
  return lines.join('\n');
}

/**
 * A kiosk's address with the first key; undefined when there are keys. In production stdout often is a service's log,
 * which more people read and which is stored for long: there the first key is made for a terminal only.
 */
async function firstKiosk(
  { landing: direct, links: link }: Addresses,
  { keys, settings, audit, hold }: Printed,
): Promise<{ address: string | undefined } | undefined> {
  if (hold.refusesWrites || (await keys.list()).length > 0) return undefined;
  if (settings.production && !process.stdout.isTTY) return { address: undefined };
  const address = kioskLink({ direct, link }, await keys.create(FIRST_KEY_NAME, 'kiosk'));
  audit.record({ action: 'key-made', by: 'server', what: FIRST_KEY_NAME });
  return { address };
}

/**
 * The sign-in link for the owner of a new installation. It is also written to a service's log, where its owner looks,
 * because it is worthless once it was used. Outside production there are the dev sign-ins.
 */
async function setUpLinkAt(
  { links, server }: Addresses,
  { settings, users, setUpLinks, hold }: Printed,
): Promise<string | undefined> {
  if (hold.refusesWrites || !settings.production || (await users.hasAdmin())) return undefined;
  return setUpLink(links, await setUpLinks.create(server));
}

function titleOf(address: string, { setUp, devices }: { setUp: string | undefined; devices: string | undefined }) {
  if (address === setUp) return 'For a phone’s camera: the set-up, which begins with trusting this house';
  return address === devices ? 'For the camera of a device that is to trust this house' : 'To open with a camera';
}
