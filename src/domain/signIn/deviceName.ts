/**
 * Browsers by their word in a User-Agent. Most also contain the words of those further down, so the first match counts.
 */
const BROWSERS: readonly [RegExp, string][] = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\/|OPT\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrom(?:e|ium)\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

const SYSTEMS: readonly [RegExp, string][] = [
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/CrOS/, 'ChromeOS'],
  [/Windows/, 'Windows'],
  [/Macintosh/, 'Mac'],
  [/Linux|X11/, 'Linux'],
];

export const UNKNOWN_DEVICE = 'Unknown device';

/**
 * A short plain name, such as 'Firefox on Windows', by which people recognise where they signed in. Newer iPads cannot
 * be told from Macs.
 */
export function deviceName(userAgent: string | undefined): string {
  const browser = firstOf(BROWSERS, userAgent);
  const system = firstOf(SYSTEMS, userAgent);
  return [browser, system].filter(Boolean).join(' on ') || UNKNOWN_DEVICE;
}

function firstOf(names: readonly [RegExp, string][], userAgent = ''): string | undefined {
  return names.find(([pattern]) => pattern.test(userAgent))?.[1];
}

/** The details that a browser gives about the authenticator that made a passkey. */
interface Authenticator {
  /** The name that `deviceName` gives to the browser and its system. */
  device: string;
  /** The ways in which browsers reach the authenticator. */
  transports: readonly string[];
  /** Whether it is a part of the device, or was connected to it for this. */
  attachment: string | undefined;
}

const STORED_ON_PHONE = 'Phone';
const SECURITY_KEY = 'Security key';

/**
 * The name of a new passkey: the place where it is stored, if the browser reports it. Its owner may change the name.
 */
export function passkeyName(authenticator: Authenticator, taken: readonly string[]): string {
  const name = authenticatorName(authenticator);
  if (!taken.includes(name)) return name;
  let number = 2;
  while (taken.includes(`${name} ${number}`)) number += 1;
  return `${name} ${number}`;
}

function authenticatorName({ device, transports, attachment }: Authenticator): string {
  const isPart = attachment === 'platform' || (attachment === undefined && transports.includes('internal'));
  if (!isPart && transports.includes('hybrid')) return STORED_ON_PHONE;
  if (!isPart && transports.some((way) => ['usb', 'nfc', 'ble', 'smart-card'].includes(way))) return SECURITY_KEY;
  return device === UNKNOWN_DEVICE ? 'Passkey' : device;
}
