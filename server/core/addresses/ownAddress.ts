import { serverAddress } from '#domain/addresses/serverAddress.ts';
import { isOwnMachine } from '#domain/addresses/reachableOrigin.ts';
import type { Core } from '#server/core/core.ts';
import { qrForTerminal } from './qrCode.ts';

/**
 * Returns the origin of links for other devices. Devices that have to learn to trust the server are led through the page
 * for that.
 */
export function ownLinkOrigin(core: Pick<Core, 'settings' | 'installation'>): string {
  const origin = ownOrigin(core);
  const { linkOrigin } = core.installation;
  return origin === core.installation.address ? (linkOrigin ?? origin) : origin;
}

/**
 * Returns the address by which people reach the server. A command that runs without the server's settings uses the
 * address that the server stored at its last start.
 */
export function ownOrigin({ settings, installation }: Pick<Core, 'settings' | 'installation'>): string {
  const { publicUrl, tls, httpsAtHome } = settings;
  if (publicUrl === undefined && installation.address !== null) return installation.address;
  return serverAddress({ ...settings, secure: tls !== undefined || httpsAtHome, names: [] });
}

/** Returns lines with the address as a QR code, or with the reason why a code would not help on another device. */
export function codeToScan(address: string): string {
  if (!isOwnMachine(address)) return `\n\n${qrForTerminal(address, process.stderr.columns)}`;
  return `\nOnly this machine itself opens this address: start the server with PUBLIC_URL for one that others open`;
}
