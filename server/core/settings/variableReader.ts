import { statSync } from 'node:fs';
import { delimiter, isAbsolute, resolve } from 'node:path';
import { StartError } from '#server/core/errors.ts';
import type { AddressKind } from './addressKinds.ts';
import { MAIL_SERVER_FORM, parseMailServer } from './mailServer.ts';
import { withinNetworks, isEmailAddress, isWebUrl, isWithin } from './networks.ts';

const UNITS_MS: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
/** Over http: and git: whoever is on the way could put a program of their own in the place of a release. */
const REPOSITORY = /^(?:(?:https|ssh):\/\/[^\s:-][^\s]*|[\w.]+@[\w.][\w.-]*:[\w~/][^\s:]*|\/[^\s:]*)$/;
const LONGEST_MS = 366 * 86_400_000;

export type Variables = Readonly<Record<string, string | undefined>>;

interface IntegerRange {
  fallback: number;
  min: number;
  max: number;
}

/** Turns environment variables into values. Each method fails with one line that names its variable. */
export class VariableReader {
  readonly #variables: Variables;
  readonly #texts: Record<string, string> = {};

  constructor(variables: Variables) {
    this.#variables = variables;
  }

  /** The texts of all variables that were read, by name; empty for those that are not set. */
  get texts(): Readonly<Record<string, string>> {
    return this.#texts;
  }

  /** An empty variable counts as not set: `docker compose` passes an unset variable as an empty one. */
  text(name: string): string | undefined {
    const text = this.#variables[name]?.trim() ?? '';
    this.#texts[name] = text;
    return text || undefined;
  }

  integer(name: string, range: IntegerRange): number {
    const text = this.text(name);
    if (text === undefined) return range.fallback;
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (value >= range.min && value <= range.max) return value;
    throw new StartError(`${name} must be a whole number from ${range.min} to ${range.max}, not "${text}"`);
  }

  folderOutside(name: string, dataDir: string): string | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    if (!isWithin(resolve(text), dataDir)) return resolve(text);
    throw new StartError(`${name} must not lie in the data folder ${dataDir}: what ends one would end both`);
  }

  /** Whole paths of folders, separated as in PATH. */
  folders(name: string): string[] | undefined {
    const folders = this.text(name)
      ?.split(delimiter)
      .filter((folder) => folder !== '');
    const wrong = folders?.find((folder) => !isAbsolute(folder));
    if (wrong === undefined) return folders?.map((folder) => resolve(folder));
    throw new StartError(`${name} must name whole paths such as /media${delimiter}/mnt, not "${wrong}"`);
  }

  /** Reads a duration, written `90s`, `15m`, `24h` or `7d`, in milliseconds. */
  duration(name: string): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const [, count = '', unit = ''] = /^(\d{1,9})([smhd])$/.exec(text) ?? [];
    const duration = Number(count) * (UNITS_MS[unit] ?? 0);
    if (duration > 0 && duration <= LONGEST_MS) return duration;
    throw new StartError(`${name} must be a time such as 90s, 15m, 24h or 7d, at most a year, not "${text}"`);
  }

  /** The same, or `off`: undefined. */
  durationOrOff(name: string, usual: number): number | undefined {
    return this.text(name) === 'off' ? undefined : (this.duration(name) ?? usual);
  }

  flag(name: string): boolean {
    return this.choice(name, ['true', 'false']) === 'true';
  }

  choice<Choice extends string>(name: string, choices: readonly Choice[]): Choice | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const chosen = choices.find((choice) => choice === text);
    if (chosen) return chosen;
    throw new StartError(`${name} must be one of ${choices.join(', ')}, not "${text}"`);
  }

  url(name: string): string | undefined {
    const text = this.text(name);
    if (text === undefined || isWebUrl(text)) return text;
    throw new StartError(`${name} must be an http or https URL, not "${text}"`);
  }

  /** An e-mail address or an https address, as a URI. */
  contact(name: string): string | undefined {
    const text = this.text(name);
    const uri = text !== undefined && isEmailAddress(text) ? `mailto:${text}` : text;
    if (uri === undefined || /^mailto:[^\s@]+@[^\s@]+$/.test(uri) || (uri.startsWith('https:') && isWebUrl(uri)))
      return uri;
    throw new StartError(`${name} must be an e-mail address or an https URL, not "${text}"`);
  }

  /** An address of one of these kinds. */
  address(name: string, among: Iterable<AddressKind>): string | undefined {
    const text = this.text(name);
    const kinds = [...among];
    if (text === undefined || kinds.some((kind) => kind.fits(text))) return text;
    if (kinds.length === 0) throw new StartError(`${name}: this server knows no such addresses: leave it out`);
    // It may hold a password: the line must not repeat it.
    throw new StartError(`${name} must be an address such as ${kinds.map(({ form }) => form).join(', or ')}`);
  }

  /**
   * The address or the whole path of a git repository; it can neither name a program to run nor be an option of git.
   */
  repository(name: string): string | undefined {
    const text = this.text(name);
    if (text === undefined || REPOSITORY.test(text)) return text;
    // It may hold a password: the line must not repeat it.
    throw new StartError(`${name} must be the https or ssh address, or the whole path, of a git repository`);
  }

  /** The whole path of a file that exists. */
  file(name: string): string | undefined {
    const text = this.text(name);
    if (text === undefined || (isAbsolute(text) && isFile(text))) return text;
    throw new StartError(`${name} must be the whole path of a file, and "${text}" is none`);
  }

  mqttUrl(name: string): string | undefined {
    const text = this.text(name);
    if (text === undefined || (/^mqtts?:\/\/[^/]/.test(text) && URL.canParse(text))) return text;
    // It may hold a password: the line must not repeat it.
    throw new StartError(`${name} must be an address such as mqtt://user:password@host:1883 or mqtts://host`);
  }

  smtpUrl(name: string): string | undefined {
    const text = this.text(name);
    if (text === undefined || parseMailServer(text)) return text;
    // It may hold a password: the line must not repeat it.
    throw new StartError(`${name}: ${MAIL_SERVER_FORM}`);
  }

  origins(name: string): string[] {
    return this.#list(name).map((text) => {
      if (isWebUrl(text) && new URL(text).origin === text.replace(/\/$/, '').toLowerCase()) return new URL(text).origin;
      throw new StartError(`${name} must be a comma list of origins such as https://photos.example.org, not "${text}"`);
    });
  }

  emails(name: string): string[] {
    return this.#list(name).map((text) => {
      if (isEmailAddress(text)) return text.toLowerCase();
      throw new StartError(`${name} must be a comma list of e-mail addresses, and "${text}" is none`);
    });
  }

  filePair(first: string, second: string): { certFile: string; keyFile: string } | undefined {
    const certFile = this.text(first);
    const keyFile = this.text(second);
    if (certFile && keyFile) return { certFile, keyFile };
    if (!certFile && !keyFile) return undefined;
    throw new StartError(`${certFile ? second : first} must be set too: HTTPS needs both ${first} and ${second}`);
  }

  trustedProxies(name: string): boolean | string {
    const text = this.text(name);
    if (text === undefined || text === 'false') return false;
    if (text === 'true') return true;
    if (this.#list(name).every(isAddressOrNetwork)) return text;
    throw new StartError(`${name} must be true, false or a comma list of addresses and networks, not "${text}"`);
  }

  #list(name: string): string[] {
    const parts = (this.text(name) ?? '').split(',').map((part) => part.trim());
    return parts.filter((part) => part !== '');
  }
}

function isAddressOrNetwork(text: string): boolean {
  try {
    withinNetworks([text]);
    return true;
  } catch {
    return false;
  }
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
