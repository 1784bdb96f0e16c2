// The names that the home's certificate covers.

/** The names and addresses that a machine reports about itself. */
export interface MachineFacts {
  hostname: string;
  /** The addresses of its network interfaces. */
  addresses: readonly string[];
  publicUrl: string | undefined;
  /** The name that the server itself announces in the network. */
  homeName?: string | undefined;
}

export interface CertificateNames {
  dns: string[];
  ip: string[];
}

/** The ends of names that exist only within a home: the standards' own, and those that routers give out. */
export const HOME_DOMAINS = ['localhost', 'local', 'lan', 'home', 'home.arpa', 'internal', 'fritz.box'] as const;
/** The networks whose addresses exist in every home. */
export const HOME_NETWORKS = [
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '::1/128',
  'fc00::/7',
] as const;

const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
const LONGEST_NAME = 253;
const IPV4 = /^\d{1,3}(\.\d{1,3}){3}$/;
const HOME_IPV4 =
  /^(?:10|127)\.|^192\.168\.|^169\.254\.|^172\.(?:1[6-9]|2\d|3[01])\.|^100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./;
const HOME_IPV6 = /^(?:::1$|f[cd][0-9a-f]{2}:)/;
const LOOPBACK = /^127\./;

/**
 * All names of a machine in its home. IPv6 addresses that are reachable from the whole internet are left out: they
 * change too often for an authority to be allowed each of them.
 */
export function certificateNames({ hostname, addresses, publicUrl, homeName = '' }: MachineFacts): CertificateNames {
  const full = hostname.toLowerCase().replace(/\.$/, '');
  const [short = ''] = full.split('.');
  const given = publicUrl === undefined ? '' : hostOf(publicUrl);
  const inHome = HOME_DOMAINS.slice(1).map((domain) => `${short}.${domain}`);
  const own = LABEL.test(short) && !isAddress(full) ? [full, short, ...inHome] : [];
  const hosts = [given, homeName, ...own, 'localhost'].filter((name) => isDnsName(name));
  const usable = addresses.filter((address) => isHomeAddress(address) || IPV4.test(address)).sort(byUse);
  return {
    dns: [...new Set(hosts)],
    ip: [...new Set([...(isAddress(given) ? [given] : []), ...usable, '127.0.0.1', '::1'])],
  };
}

/**
 * The names among these outside of every home's domains and networks: an authority has to be allowed each of them. A
 * name without a dot is not included, because an authority that may certify 'photos' may certify everything below it,
 * and .photos is a public ending.
 */
export function ownNames({ dns, ip }: CertificateNames): string[] {
  const own = dns.filter((name) => !isWithinDomain(name, HOME_DOMAINS) && name.includes('.'));
  return [...own, ...ip.filter((one) => !isHomeAddress(one))];
}

/** The names that an authority may certify: those of every home, and those that it was allowed in addition. */
export function permittedNames({ dns, ip }: CertificateNames, allowed: readonly string[]): CertificateNames {
  return {
    dns: dns.filter((name) => isWithinDomain(name, [...HOME_DOMAINS, ...allowed])),
    ip: ip.filter((address) => isHomeAddress(address) || allowed.includes(address)),
  };
}

/** The names in the best order for people: those that work on every device first, those that nobody types last. */
export function namesToTell({ dns, ip }: CertificateNames): string[] {
  const reached = ip.filter((address) => IPV4.test(address) && !LOOPBACK.test(address));
  const locals = dns.filter((name) => name.endsWith('.local'));
  return [...new Set([...reached, ...locals, ...dns, ...ip])];
}

export function isAddress(name: string): boolean {
  return IPV4.test(name) || name.includes(':');
}

function isHomeAddress(address: string): boolean {
  return HOME_IPV4.test(address) || HOME_IPV6.test(address);
}

/** Whether a host exists within a home only: then only devices that trust the house's own authority open it. */
export function isOfHome(host: string): boolean {
  return isAddress(host) ? isHomeAddress(host) : !host.includes('.') || isWithinDomain(host, HOME_DOMAINS);
}

function isWithinDomain(name: string, domains: readonly string[]): boolean {
  return domains.some((domain) => name === domain || name.endsWith(`.${domain}`));
}

function isDnsName(name: string): boolean {
  return name.length <= LONGEST_NAME && !isAddress(name) && name.split('.').every((label) => LABEL.test(label));
}

function hostOf(url: string): string {
  return new URL(url).hostname.toLowerCase().replace(/[[\]]/g, '');
}

/** Addresses from a router come first; those that a machine gives itself or its containers come last. */
const BY_USE = [/^192\.168\./, /^10\./, /^172\./, /^100\./, /^(?!169\.254\.)\d+\./, /./];

function rankOf(address: string): number {
  return BY_USE.findIndex((pattern) => pattern.test(address));
}

function byUse(one: string, other: string): number {
  return rankOf(one) - rankOf(other) || (one < other ? -1 : 1);
}
