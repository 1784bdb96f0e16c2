import { isAddress } from './certificateNames.ts';

interface Place {
  /** The address that the operator has given; it may be that of a proxy. */
  publicUrl: string | undefined;
  secure: boolean;
  port: number;
  /** The address that the server listens on. */
  host: string;
  /** The names of the server's certificate, the best one for people first; empty without one. */
  names: readonly string[];
}

const EVERY_ADDRESS = ['0.0.0.0', '::', ''];
const DEFAULT_PORTS = { http: 80, https: 443 } as const;

/** The one rule for every address that people get: from the start, commands, links and QR codes. */
export function serverAddress({ publicUrl, secure, port, host, names }: Place): string {
  if (publicUrl !== undefined) return publicUrl.replace(/\/+$/, '');
  return originOf({ secure, port, name: certifiedName(host, names) });
}

/** The standard port is left out. */
export function originOf({ secure, port, name }: { secure: boolean; port: number; name: string }): string {
  const scheme = secure ? 'https' : 'http';
  const host = isAddress(name) && name.includes(':') ? `[${name}]` : name;
  return `${scheme}://${host}${port === DEFAULT_PORTS[scheme] ? '' : `:${port}`}`;
}

/** An address under a name that the certificate does not cover would show a warning. */
function certifiedName(host: string, names: readonly string[]): string {
  const isLoopback = host === '::1' || host.startsWith('127.');
  const wanted = isLoopback ? ['localhost', host] : EVERY_ADDRESS.includes(host) ? [] : [host];
  const certified = names.filter((name) => !name.startsWith('*') && !(host === '0.0.0.0' && name.includes(':')));
  return wanted.find((name) => certified.includes(name)) ?? certified[0] ?? wanted[0] ?? 'localhost';
}

/** The host name for a redirect from http to https: the requested one, unless the certificate covers only others. */
export function secureName(used: string | undefined, names: readonly string[]): string {
  const isCertified = names.some((name) => name === used || (name.startsWith('*.') && isBelow(used, name.slice(1))));
  const first = names.find((name) => !name.startsWith('*'));
  return (isCertified ? used : (first ?? used)) ?? 'localhost';
}

/** A wildcard stands for one label. */
function isBelow(name: string | undefined, ending: string): boolean {
  return name?.endsWith(ending) === true && !name.slice(0, -ending.length).includes('.');
}
