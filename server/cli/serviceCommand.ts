import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { DEFAULT_PORT } from '#contract/limits.ts';
import { UserError } from '#server/core/errors.ts';
import type { Settings } from '#server/core/settings/settings.ts';
import { isWithin } from '#server/core/settings/networks.ts';
import { type Command, UsageError } from '#server/core/commands/command.ts';

const CHECKOUT = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
const TEMPLATE = new URL('../../deploy/circuit-tree.service', import.meta.url);
const DEFAULT_USER = 'circuit-tree';
const USER_NAME = /^[a-z_][a-z0-9_-]{0,30}$/;
/** A text that a systemd unit file can hold without quotes. */
const PLAIN = /^[\w./:=@+-]+$/;
const HOMES = ['/home', '/root', '/run/user'];
const FIRST_UNPRIVILEGED_PORT = 1024;
const HTTPS_PORT = 443;

export const SERVICE_COMMANDS: Command[] = [
  {
    group: 'Service',
    name: 'service print',
    does: 'prints a systemd unit',
    words: 0,
    options: { user: { value: 'NAME', does: `the account it runs under; ${DEFAULT_USER} without it` } },
    fails: 'a folder has a name that a unit cannot hold',
    prepare: ({ flags: { user = DEFAULT_USER } }) => {
      if (typeof user !== 'string' || !USER_NAME.test(user)) {
        throw new UsageError(`--user must be the name of an account, not "${String(user)}"`);
      }
      return {
        alone: async ({ settings, print }) => {
          print(serviceUnit(settings, { user, node: process.execPath, checkout: CHECKOUT }));
        },
      };
    },
  },
];

interface Place {
  user: string;
  /** The path of the Node program. */
  node: string;
  checkout: string;
}

type UnitSettings = Pick<Settings, 'dataDir' | 'backups' | 'port' | 'tls' | 'httpsAtHome' | 'httpPorts' | 'variables'>;

/** Fills in the template of the systemd unit that is in the folder `deploy`. */
function serviceUnit(
  { dataDir, backups, port, tls, httpsAtHome, httpPorts, variables: given }: UnitSettings,
  { user, node, checkout }: Place,
): string {
  const variables = [
    `DATA_DIR=${dataDir}`,
    ...(backups.dir === undefined ? [] : [`BACKUP_DIR=${backups.dir}`]),
    ...(httpsAtHome ? ['HTTPS=home'] : []),
    ...(given.HOME_NAME ? [`HOME_NAME=${given.HOME_NAME}`] : []),
    ...(port === (httpsAtHome ? HTTPS_PORT : DEFAULT_PORT) ? [] : [`PORT=${port}`]),
    ...(given.HTTP_PORT ? [`HTTP_PORT=${given.HTTP_PORT}`] : []),
    ...(tls ? [`TLS_CERT=${tls.certFile}`, `TLS_KEY=${tls.keyFile}`] : []),
  ];
  const paths = [checkout, node, dataDir, backups.dir, tls?.certFile, tls?.keyFile].filter(
    (path) => path !== undefined,
  );
  const isInHome = paths.some((path) => HOMES.some((home) => isWithin(path, home)));
  const values: Record<string, string> = {
    USER: user,
    CHECKOUT: escaped(checkout),
    NODE: quoted(node.replaceAll('$', '$$$$')),
    DATA_DIR: quoted(dataDir),
    ENVIRONMENT: variables.map((variable) => `Environment=${quoted(variable)}`).join('\n'),
    // Without BACKUP_DIR an admin may choose a folder below one of the roots. systemd ignores a missing folder if a minus stands before it: so the server starts even without the disk for
    // backups.
    WRITABLE: [dataDir, ...(backups.dir === undefined ? backups.roots : [backups.dir]).map((path) => `-${path}`)]
      .map(quoted)
      .join(' '),
    PROTECT_HOME: isInHome ? 'read-only' : 'yes',
    // The kernel tells a machine's addresses, which HTTPS=home puts into the certificate, over a netlink socket.
    ADDRESS_FAMILIES: `AF_INET AF_INET6 AF_UNIX${httpsAtHome ? ' AF_NETLINK' : ''}`,
    PRIVILEGES: [port, ...httpPorts].some(isPrivileged) ? ONE_PRIVILEGE : NO_PRIVILEGE,
  };
  const template = readFileSync(TEMPLATE, 'utf8').replace(/^(?:#.*\n)+/, '');
  return template.replace(/@([A-Z_]+)@/g, (_, name: string) => values[name] ?? '').trimEnd();
}

function isPrivileged(port: number): boolean {
  return port > 0 && port < FIRST_UNPRIVILEGED_PORT;
}

const NO_PRIVILEGE = 'CapabilityBoundingSet=\nPrivateUsers=yes';
/**
 * Needed for a port below 1024. `PrivateUsers` is left out, because in a user namespace of its own the server could not
 * listen on such a port.
 */
const ONE_PRIVILEGE = 'CapabilityBoundingSet=CAP_NET_BIND_SERVICE\nAmbientCapabilities=CAP_NET_BIND_SERVICE';

function quoted(text: string): string {
  return PLAIN.test(text) ? text : `"${escaped(text).replace(/["\\]/g, '\\$&')}"`;
}

/** In a systemd unit % begins a placeholder, and %% is a plain percent sign. */
function escaped(text: string): string {
  if (/\p{Cc}/u.test(text)) throw new UserError(400, `A unit file cannot hold the name ${JSON.stringify(text)}`);
  return text.replaceAll('%', '%%');
}
