import { UNKNOWN_DEVICE } from './deviceName.ts';

/** The details that a browser gives about the authenticator that made a passkey. */
interface Authenticator {
  /** The same device names as in deviceName.ts. */
  device: string;
  /** The ways in which browsers reach the authenticator. */
  transports: readonly string[];
  /** Whether it is a part of the device, or was connected to it for this. */
  attachment: string | undefined;
}

const KEPT_BY_PHONE = 'Phone';
const SECURITY_KEY = 'Security key';

/** The name that a new passkey gets, which its owner may change: where it is kept, as far as the browser tells. */
export function passkeyName(authenticator: Authenticator, taken: readonly string[]): string {
  const name = placeOf(authenticator);
  if (!taken.includes(name)) return name;
  let number = 2;
  while (taken.includes(`${name} ${number}`)) number += 1;
  return `${name} ${number}`;
}

function placeOf({ device, transports, attachment }: Authenticator): string {
  const isPart = attachment === 'platform' || (attachment === undefined && transports.includes('internal'));
  if (!isPart && transports.includes('hybrid')) return KEPT_BY_PHONE;
  if (!isPart && transports.some((way) => ['usb', 'nfc', 'ble', 'smart-card'].includes(way))) return SECURITY_KEY;
  return device === UNKNOWN_DEVICE ? 'Passkey' : device;
}
