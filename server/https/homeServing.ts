import { nameMoved } from '#domain/addresses/homeName.ts';
import { originOf } from '#domain/addresses/serverAddress.ts';
import type { AddressLine, PrintedAddresses } from '#server/core/addresses/addresses.ts';
import type { Core } from '#server/core/core.ts';
import { noteAddress, noteHomeName } from '#server/core/db/installation.ts';
import { logEvents } from '#server/core/http/secure/certificate.ts';
import { redirectToHttps } from '#server/core/http/secure/plainHttp.ts';
import type { Listening, ListeningServer } from '#server/core/listening.ts';
import { isOfHome } from './certificate.ts';
import type { Doorway } from './doorway.ts';
import { openHttpDoor } from './httpDoor.ts';
import { portsRepository } from './httpsRepository.ts';
import { trustPages } from './page/trustPages.ts';
import { portsToServe } from './servedPorts.ts';

type Parts = Pick<Core, 'settings' | 'db' | 'installation' | 'certificate'> & { doorway: Doorway };

/** The part of https in the start of the server: its ports, the page on http, and the name in the home's network. */
export function homeServing(parts: Parts): Listening {
  const { settings, doorway } = parts;
  let ports: Awaited<ReturnType<typeof portsOf>> | undefined;
  let httpPort: number | undefined;
  let name: OpenedName | undefined;
  return {
    port: async () => {
      ports = await portsOf(parts);
      return ports.port;
    },
    opened: async (server) => {
      name = openName(server, parts);
      httpPort = await answerOnHttp(server, parts, ports?.httpPorts ?? settings.httpPorts);
    },
    started: async ({ port, tell }) => {
      const served = { https: port, http: httpPort };
      for (const sentence of (await ports?.remember(served).catch(() => [])) ?? []) tell(sentence);
    },
    addressing: async ({ port }) => {
      await name?.isSettled;
      const served = await parts.certificate();
      doorway.serve({ https: port, http: served && isOfHome(served) ? httpPort : undefined });
    },
    printed: () => name?.tellLater(),
  };
}

function portsOf({ settings, db, installation }: Parts) {
  const repository = portsRepository(db, { isShared: settings.databaseUrl !== undefined });
  return portsToServe({ settings, repository, lastAddress: installation.address });
}

/** Opens the http port that redirects to the app on https. Returns its number; undefined when there is none. */
async function answerOnHttp(
  { port: httpsPort, tell, onClose }: ListeningServer,
  { settings, certificate, doorway }: Parts,
  ports: readonly number[],
): Promise<number | undefined> {
  const served = await certificate();
  if (!served) return undefined;
  const options = { names: () => served.names(), httpsPort };
  let port: number | undefined;
  const handler = isOfHome(served)
    ? trustPages({
        ...options,
        authority: () => served.authority(),
        former: () => served.formerAuthorities(),
        httpPort: () => port ?? 0,
        named: () => doorway.namedOrigin(),
      })
    : redirectToHttps(options.httpsPort, options.names);
  const door = await openHttpDoor({ host: settings.host, ports, handler });
  port = door?.port;
  onClose(() => door?.close());
  if (!door && isOfHome(served)) {
    tell(`HTTP_PORT: ${ports.join(' and ')} cannot be used: devices cannot get the certificate from there`);
  }
  return port;
}

interface OpenedName {
  /** Resolves when the server has its name in the home's network, cannot have it, or is to start without it. */
  isSettled: Promise<void>;
  /** From now on a name that comes is told to the operator, who has read the addresses without it. */
  tellLater: () => void;
}

function openName(
  { port, log, tell }: ListeningServer,
  { installation, settings, db, doorway, certificate }: Parts,
): OpenedName {
  let isStarted = false;
  const onName = async (name: string) => {
    const served = await certificate();
    if (served && isOfHome(served)) await served.renewIfDue();
    if (isStarted && settings.publicUrl === undefined) {
      const address = originOf({ secure: true, port, name });
      tell(`The server has its name now: ${address}/`);
      await noteAddress(db, { address, linkOrigin: doorway.linkOrigin(address) }).catch(() => undefined);
    }
    const from = installation.homeName;
    if (from === name) return;
    await noteHomeName(db, name).catch(() => undefined);
    if (from !== null) tell(nameMoved({ from, to: name }));
  };
  const isSettled = doorway.openName({ onName, onEvent: logEvents(log) });
  return { isSettled, tellLater: () => void (isStarted = true) };
}

/** Where devices learn to trust the house. */
export function devicesLine({ devices }: PrintedAddresses): AddressLine | undefined {
  if (devices === undefined) return undefined;
  return {
    text: `  Devices  ${devices}/ once on each: there it learns to trust this house`,
    scan: { address: devices, title: 'For the camera of a device that is to trust this house' },
  };
}
