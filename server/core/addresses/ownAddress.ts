import { serverAddress } from '#domain/https/serverAddress.ts';
import { isOwnMachine } from '#domain/https/reachableOrigin.ts';
import type { Core } from '#server/core/core.ts';
import { qrForTerminal } from './qrCode.ts';

/** Returns the origin of links for other devices: past the page where they learn to trust the server, if they must. */
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

/** Lines with the address as a QR code for a camera, or why there is none: no other device opens this machine's own. */
export function codeToScan(address: string): string {
  if (!isOwnMachine(address)) return `\n\n${qrForTerminal(address, process.stderr.columns)}`;
  return `\nOnly this machine itself opens this address: start the server with PUBLIC_URL for one that others open`;
}
