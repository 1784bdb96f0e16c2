import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { STORED_BACKUPS } from '#contract/admin/limits.ts';
import { DEFAULT_PORT } from '#contract/limits.ts';
import { homeLabel } from '#domain/addresses/homeName.ts';
import { StartError } from '#server/core/errors.ts';
import { DATABASE_ADDRESSES, STORE_ADDRESSES } from './addressKinds.ts';
import { dataFolderOf } from './dataFolderOf.ts';
import { isLoopbackAddress, isLoopbackHost } from './networks.ts';
import { VariableReader, type Variables } from './variableReader.ts';

type LogLevel = (typeof LOG_LEVELS)[number];

export interface Settings {
  production: boolean;
  /** The port of the app; `otherPort` is used if it is not free and the operator has named none. */
  port: number;
  otherPort: number | undefined;
  /** With https: the ports for redirecting from http, of which the first free one is used; empty: no http at all. */
  httpPorts: readonly number[];
  /**
   * Whether the operator has named each port. A port without a name is that of the last start, if that was over https.
   */
  namedPorts: { https: boolean; http: boolean };
  host: string;
  dataDir: string;
  /** The address of the database; undefined: it is a file in the data folder. */
  databaseUrl: string | undefined;
  /** The address of the store with the pictures; undefined: they are in the data folder. */
  photosUrl: string | undefined;
  /** The folder of the built app. */
  distDir: string;
  devSignInFromLan: boolean;
  adminEmails: string[];
  /** The mail server for alerts; may hold a password. */
  smtpUrl: string | undefined;
  /** The MQTT broker to which nodes and tablets are published; may hold a password. */
  mqttUrl: string | undefined;
  /** Whether the server accepts messages that programs publish at the broker. */
  mqttCommands: boolean;
  appleClientId: string | undefined;
  appleRedirectUri: string | undefined;
  appleJwksUrl: string;
  /** The least time between two fetches of Apple's keys. No environment variable sets it. */
  appleKeyCoolDownMs: number;
  corsOrigins: string[];
  tls: { certFile: string; keyFile: string } | undefined;
  /** Whether the server is an authority of its own and makes its certificates. */
  httpsAtHome: boolean;
  /** The name, without `.local`, of the server in the home's network; undefined: none. */
  homeName: string | undefined;
  maxUploadBytes: number;
  maxImagePixels: number;
  /** Whether images are made in WebP too, which most browsers show. */
  makesWebp: boolean;
  /** The proxies whose X-Forwarded headers are trusted: none, all, or those in a list of addresses and networks. */
  trustProxy: boolean | string;
  /** Backups that the server makes by itself; without `dir` into the folder below `roots` that an admin has chosen. */
  backups: {
    dir: string | undefined;
    everyMs: number;
    /** The longest time from a change to its copy; undefined: only whole backups are made. */
    followMs?: number | undefined;
    keep: number;
    roots: readonly string[];
  };
  /** The time for which deleted things can be restored. */
  trashDays: number;
  /** The folders below which folders may be followed, and how often sources are read. */
  sources: { roots: readonly string[]; everyMs: number };
  logLevel: LogLevel;
  /** The repository whose releases the administration offers; undefined: none. */
  updateFrom: string | undefined;
  /** The file of those whose signature a release needs, as ssh-keygen reads it; undefined: a release needs none. */
  updateSigners: string | undefined;
  /** The token of a program that reads the metrics from another machine; undefined: only this machine may read them. */
  metricsToken: string | undefined;
  /** The address of this installation, for links that the server makes; undefined: localhost and the port. */
  publicUrl: string | undefined;
  /** The URI at which somebody who found a weakness reaches the operator. */
  securityContact: string | undefined;
  /** Sent to the app in /environment.js, like the next three settings; empty stands for the origin of the page. */
  baseApiUrl: string;
  baseAssetUrl: string;
  socketUrl: string;
  productionSocketUrl: string;
  /** The variables by name: the audit log compares them at each start with those of the last one. */
  variables: Readonly<Record<string, string>>;
}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
const PORTS = { min: 0, max: 65_535 };
const BYTES_PER_MB = 1024 * 1024;
const PIXELS_PER_MEGAPIXEL = 1_000_000;
const QUARTER_HOUR_MS = 15 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;
const FOLLOW_MS = 60_000;
const APPLE_KEY_COOL_DOWN_MS = 5_000;
/** The folders in which systems mount further disks. */
const BACKUP_ROOTS = ['/media', '/mnt', '/srv'];
const APPLE_KEYS = 'https://appleid.apple.com/auth/keys';

/** Reads every setting; a wrong value throws a StartError that names its variable. */
export function readSettings(variables: Variables = process.env): Settings {
  const read = new VariableReader(variables);
  const { httpsAtHome, tls } = readHttps(read);
  // A home with https is no development machine: only an explicit setting opens the dev sign-ins there.
  const production = (read.text('NODE_ENV') ?? (httpsAtHome ? 'production' : '')) === 'production';
  const dataDir = dataFolderOf({ DATA_DIR: read.text('DATA_DIR') });
  const host = read.text('HOST') ?? (production || httpsAtHome ? '0.0.0.0' : '127.0.0.1');
  const publicUrl = read.url('PUBLIC_URL')?.replace(/\/$/, '');
  const baseApiUrl = read.url('BASE_API_URL')?.replace(/\/$/, '') ?? '';
  return {
    production,
    ...readPorts(read, { httpsAtHome, tls }),
    host,
    dataDir,
    databaseUrl: read.address('DATABASE_URL', DATABASE_ADDRESSES),
    photosUrl: read.address('S3_URL', STORE_ADDRESSES),
    distDir: resolve(read.text('DIST_DIR') ?? fileURLToPath(new URL('../../../dist', import.meta.url))),
    devSignInFromLan: read.flag('DEV_SIGN_IN_FROM_LAN'),
    adminEmails: read.emails('ADMIN_EMAILS'),
    smtpUrl: read.smtpUrl('SMTP_URL'),
    mqttUrl: read.mqttUrl('MQTT_URL'),
    mqttCommands: read.choice('MQTT_COMMANDS', ['on', 'off']) !== 'off',
    appleClientId: read.text('APPLE_CLIENT_ID'),
    appleRedirectUri: read.url('APPLE_REDIRECT_URI'),
    appleJwksUrl: read.url('APPLE_JWKS_URL') ?? APPLE_KEYS,
    appleKeyCoolDownMs: APPLE_KEY_COOL_DOWN_MS,
    corsOrigins: read.origins('CORS_ORIGINS'),
    tls,
    httpsAtHome,
    homeName: readHomeName(read, { httpsAtHome, host }),
    maxUploadBytes: read.integer('MAX_UPLOAD_MB', { fallback: 50, min: 1, max: 10_000 }) * BYTES_PER_MB,
    maxImagePixels: read.integer('MAX_IMAGE_MEGAPIXELS', { fallback: 100, min: 1, max: 1_000 }) * PIXELS_PER_MEGAPIXEL,
    makesWebp: read.choice('WEBP', ['on', 'off']) !== 'off',
    trustProxy: read.trustedProxies('TRUST_PROXY'),
    backups: {
      dir: read.folderOutside('BACKUP_DIR', dataDir),
      everyMs: read.duration('BACKUP_EVERY') ?? DAY_MS,
      followMs: read.durationOrOff('BACKUP_FOLLOW', FOLLOW_MS),
      keep: read.integer('BACKUP_KEEP', { fallback: 7, min: 1, max: STORED_BACKUPS.most }),
      roots: read.folders('BACKUP_ROOTS') ?? BACKUP_ROOTS,
    },
    sources: {
      roots: read.folders('SOURCE_DIRS') ?? [],
      everyMs: read.duration('SOURCE_EVERY') ?? QUARTER_HOUR_MS,
    },
    trashDays: read.integer('TRASH_DAYS', { fallback: 30, min: 1, max: 36_500 }),
    logLevel: read.choice('LOG_LEVEL', LOG_LEVELS) ?? 'warn',
    updateFrom: read.repository('UPDATE_FROM'),
    updateSigners: read.file('UPDATE_SIGNERS'),
    metricsToken: read.text('METRICS_TOKEN'),
    publicUrl,
    securityContact: read.contact('SECURITY_CONTACT'),
    baseApiUrl,
    baseAssetUrl: read.url('BASE_ASSET_URL')?.replace(/\/$/, '') ?? '',
    socketUrl: read.url('SOCKET_URL') ?? (baseApiUrl && new URL(baseApiUrl).origin),
    productionSocketUrl: read.url('PRODUCTION_SOCKET_URL') ?? publicUrl ?? '',
    variables: read.texts,
  };
}

type Https = Pick<Settings, 'httpsAtHome' | 'tls'>;

function readHttps(read: VariableReader): Https {
  const httpsAtHome = read.choice('HTTPS', ['home']) === 'home';
  const tls = read.filePair('TLS_CERT', 'TLS_KEY');
  if (httpsAtHome && tls) throw new StartError('HTTPS=home makes its own certificate: leave out TLS_CERT and TLS_KEY');
  return { httpsAtHome, tls };
}

/** A server that only this machine reaches has no name in the network. */
function readHomeName(read: VariableReader, { httpsAtHome, host }: Pick<Settings, 'httpsAtHome' | 'host'>) {
  const text = read.text('HOME_NAME') ?? 'circuit-tree';
  const label = homeLabel(text);
  if (label === undefined) {
    throw new StartError(
      `HOME_NAME must be a name of letters, digits and hyphens such as photos, or off, not "${text}"`,
    );
  }
  const isReached = httpsAtHome && !isLoopbackAddress(host) && !isLoopbackHost(host);
  return isReached && label !== 'off' ? label : undefined;
}

/** An ordinary user may not listen on the standard ports of http and https: then each has another one. */
function readPorts(read: VariableReader, { httpsAtHome, tls }: Https) {
  const namedPorts = { https: read.text('PORT') !== undefined, http: read.text('HTTP_PORT') !== undefined };
  const port = read.integer('PORT', { fallback: httpsAtHome ? 443 : DEFAULT_PORT, ...PORTS });
  const otherPort = httpsAtHome && !namedPorts.https ? 8443 : undefined;
  const httpPort = namedPorts.http ? read.integer('HTTP_PORT', { fallback: 0, ...PORTS }) : undefined;
  const usual = port === 0 ? [0] : httpsAtHome ? [80, 8080] : [80];
  const httpPorts = httpPort === undefined ? usual : [httpPort];
  return { port, otherPort, httpPorts: httpsAtHome || tls ? httpPorts : [], namedPorts };
}
