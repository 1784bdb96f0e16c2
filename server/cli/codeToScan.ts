import { isOwnMachine } from '#domain/tabletAdmin/linkReach.ts';
import { qrForTerminal } from '../https/qrCode.ts';

/** Lines with the address as a QR code for a camera, or why there is none: no other device opens this machine's own. */
export function codeToScan(address: string): string {
  if (!isOwnMachine(address)) return `\n\n${qrForTerminal(address, process.stderr.columns)}`;
  return `\nOnly this machine itself opens this address: start the server with PUBLIC_URL for one that others open`;
}
