import { portLost, portMoved, type PortVariable } from '#domain/https/portSentences.ts';
import { StartError } from '#server/core/errors.ts';
import type { Settings } from '#server/core/settings/settings.ts';
import { firstFreePort, reasonNotFree } from './httpDoor.ts';
import type { PortsRepository, ServedPorts } from './httpsRepository.ts';

type PortSettings = Pick<
  Settings,
  'host' | 'port' | 'otherPort' | 'httpPorts' | 'namedPorts' | 'tls' | 'httpsAtHome' | 'databaseUrl'
>;

interface Sources {
  settings: PortSettings;
  repository: PortsRepository;
  /** The server's address at its last start: libraries of earlier releases store nothing else. */
  lastAddress: string | null;
}

interface PortsToServe {
  port: number;
  /** The ports for http, of which the first that is free is used. */
  httpPorts: readonly number[];
  /** Stores the ports, and returns messages about them for the operator. */
  remember: (served: ServedPorts) => Promise<string[]>;
}

/**
 * The ports of this start. A browser stores key and photos by the address, which includes the port. So a library that
 * was served over https is served on the same ports again, or not at all, unless the operator names others.
 */
export async function portsToServe({ settings, repository, lastAddress }: Sources): Promise<PortsToServe> {
  const { host, port, otherPort, httpPorts, namedPorts, databaseUrl } = settings;
  if (port === 0 || (!settings.tls && !settings.httpsAtHome)) return { port, httpPorts, remember: async () => [] };
  const stored = await repository.load();
  if (!namedPorts.https && stored) await requireFree('PORT', { host, port: stored.https });
  if (hasLastHttp(settings) && stored?.http !== undefined) {
    await requireFree('HTTP_PORT', { host, port: stored.http });
  }
  const wanted = otherPort === undefined ? [port] : [port, otherPort];
  const last = stored || namedPorts.https ? undefined : wanted.find((one) => one === portOf(lastAddress));
  // The tablets of an earlier release know the last address. If its port is taken, the start fails: another port would
  // be stored and used from then on.
  if (last !== undefined) await requireFree('PORT', { host, port: last });
  return {
    port: namedPorts.https ? port : (stored?.https ?? last ?? (await firstFreePort(host, wanted))),
    httpPorts: hasLastHttp(settings) && stored?.http !== undefined ? [stored.http] : httpPorts,
    remember: async (served) => {
      // Each of several servers gets its own port from the operator, so no port belongs to the library.
      const isNamedForOne = databaseUrl !== undefined && namedPorts.https;
      if (isNamedForOne) return [];
      const ports = { https: served.https, http: httpPorts.includes(0) ? stored?.http : (served.http ?? stored?.http) };
      if (ports.https !== stored?.https || ports.http !== stored.http) await repository.save(ports);
      return stored ? moves(stored, ports) : [];
    },
  };
}

/** With the operator's own certificate, http is optional on one port: if that is taken, https works without. */
function hasLastHttp({ httpsAtHome, namedPorts }: PortSettings): boolean {
  return httpsAtHome && !namedPorts.http;
}

async function requireFree(variable: PortVariable, at: { host: string; port: number }): Promise<void> {
  // Other errors, such as an address that is not this machine's, are reported when the server listens.
  const code = await reasonNotFree(at).catch(() => undefined);
  if (code !== undefined) throw new StartError(portLost({ variable, ...at, code }));
}

/** The port of an https address. */
function portOf(address: string | null): number | undefined {
  return address?.startsWith('https:') ? Number(new URL(address).port || 443) : undefined;
}

function moves(before: ServedPorts, now: ServedPorts): string[] {
  const said: string[] = [];
  if (before.https !== now.https) said.push(portMoved({ variable: 'PORT', from: before.https, to: now.https }));
  if (before.http !== undefined && now.http !== undefined && before.http !== now.http) {
    said.push(portMoved({ variable: 'HTTP_PORT', from: before.http, to: now.http }));
  }
  return said;
}
