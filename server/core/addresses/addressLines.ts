import { hostname } from 'node:os';
import { originOf, serverAddress } from '#domain/addresses/serverAddress.ts';
import { versionText } from '#domain/text/versionText.ts';
import type { Core } from '#server/core/core.ts';
import { isLoopbackHost } from '#server/core/settings/networks.ts';
import { builtCommitIn, VERSION } from '#server/core/settings/version.ts';
import { type AddressLine, type PrintedAddresses, TO_OPEN } from './addresses.ts';
import { qrForTerminal } from './qrCode.ts';

/** Call when all of the server listens. */
export async function printedAddresses(
  { settings, addresses, certificate }: Pick<Core, 'settings' | 'addresses' | 'certificate'>,
  port: number,
): Promise<PrintedAddresses> {
  const served = await certificate();
  const secure = served !== undefined;
  const address = serverAddress({ ...settings, secure, port, names: served?.names() ?? [] });
  const name = new URL(address).hostname;
  const landing = (settings.publicUrl === undefined && secure && addresses.namedOrigin()) || address;
  const trustPort = addresses.trustPort();
  return {
    landing,
    other: landing === address ? undefined : address,
    devices: trustPort === undefined ? undefined : originOf({ secure: false, port: trustPort, name }),
    links: addresses.linkOrigin(address),
    isForThisMachine: isLoopbackHost(name),
    server: `${hostname()}:${port}`,
  };
}

type Printed = Pick<Core, 'isNew' | 'slots'> & { settings: Pick<Core['settings'], 'dataDir' | 'distDir'> };

/** The only lines that ever go to stdout: scripts read them. The first one says what to do first. */
export async function addressLines(addresses: PrintedAddresses, { slots, isNew, settings }: Printed): Promise<string> {
  const { landing, other, isForThisMachine } = addresses;
  const made: AddressLine[] = [];
  for (const lineOf of slots.addressLines) {
    const line = await lineOf(addresses);
    if (line) made.push(line);
  }
  const first = made.filter(({ isFirst }) => isFirst);
  const further = made.filter(({ isFirst }) => !isFirst);
  const lines = [
    ...first.map(({ text }) => `${text}\n`),
    `  Landing  ${landing}/`,
    other && `  Or at    ${other}/`,
    ...further.map(({ text }) => text),
    isNew && `  New      ${settings.dataDir} held no library: this is a new one, without photos`,
    `  Version  ${versionText(VERSION, builtCommitIn(settings.distDir))}`,
  ].filter((line) => typeof line === 'string');
  // A QR code for a camera; left out of logs, and for an address that only this machine reaches.
  if (process.stdout.isTTY && !isForThisMachine) {
    const [scan] = [...first, ...further].flatMap((line) => line.scan ?? []);
    const { address, title } = scan ?? { address: landing, title: TO_OPEN };
    lines.push('', qrForTerminal(address, process.stdout.columns), `  ${title}`);
  }
  return lines.join('\n');
}
