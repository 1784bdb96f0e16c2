// The server itself: reads the settings, starts and prints its addresses on stdout; SIGTERM or SIGINT ends it.
import { hostname } from 'node:os';
import { parseArgs } from 'node:util';
import { nameMoved } from '#domain/https/homeName.ts';
import { originOf, serverAddress } from '#domain/https/serverAddress.ts';
import { buildApp } from './app.ts';
import {
  claimDataFolder,
  makeDataFolder,
  createForOwnerOnly,
  keepToOwner,
  SEALING_KEYS_FILE,
} from './core/db/dataFolder.ts';
import { holdWrites, noteAddress, noteHomeName } from './core/db/installation.ts';
import type { Core } from './core/core.ts';
import { openLibrary } from './openLibrary.ts';
import { backups } from './backups/index.ts';
import { guests } from './guests/index.ts';
import { https } from './https/index.ts';
import { keys } from './keys/index.ts';
import { setUp } from './setUp/index.ts';
import { signIn } from './signIn/index.ts';
import { users } from './users/index.ts';
import { settingsRepository } from './core/audit/auditRepository.ts';
import { codeOf, inOneLine, reasonOf, StartError, UserError } from './core/errors.ts';
import { CONNECTIONS } from './core/limits.ts';
import { isOfHome, logEvents } from './https/certificate.ts';
import { trustWarnings } from './core/http/security/proxies.ts';
import { openHttpDoor, redirectToHttps } from './https/httpDoor.ts';
import { portsRepository } from './https/httpsRepository.ts';
import { portsToServe } from './https/servedPorts.ts';
import { trustPages } from './https/page/trustPages.ts';
import { isLoopbackHost } from './core/settings/networks.ts';
import { addressLines } from './addressLines.ts';
import type { TypedApp } from './core/http/typedApp.ts';
import { checkLibrary } from './library/libraryStart.ts';
import { collectGarbageSeldom } from './core/settings/machine.ts';
import { formerSettings, nearMisses } from './core/settings/nearMisses.ts';
import { readSettings, type Settings } from './core/settings/settings.ts';
import { Hold } from './core/hold.ts';
import { type Stop, takePartInUpdates } from './update/handOver.ts';

async function start(): Promise<void> {
  collectGarbageSeldom();
  const settings = readSettings();
  const misses = nearMisses(process.env, Object.keys(settings.variables));
  const warnings = [...misses, ...formerSettings(process.env), ...trustWarnings(settings.trustProxy)];
  for (const sentence of warnings) console.error(sentence);
  const options = readOptions();
  createForOwnerOnly();
  // Servers on one PostgreSQL share the folder of photos.
  (settings.databaseUrl === undefined ? claimDataFolder : makeDataFolder)(settings.dataDir);
  keepToOwner(settings.dataDir);
  await checkLibrary(settings, options);
  const hold = new Hold(process.env.UPDATE_STAGE);
  const core = await openLibrary(settings, Date.now, { hold });
  if (settings.production) await signIn.of(core).sessions.closeAllOf(users.of(core).unusableEmails);
  const ports = await portsOf(core);
  const app = await buildApp(core);
  await listen(app, { ...settings, port: ports.port });
  const name = openName(app, core);
  const httpPort = await answerOnHttp(app, core, ports.httpPorts);
  const stop = stopInOrder(app);
  for (const sentence of await troublesOf(core)) console.error(sentence);
  backups.of(core).backups.start();
  await recordChangedSettings(core);
  const served = { https: portOf(app, settings), http: httpPort };
  for (const sentence of await ports.remember(served).catch(() => [])) console.error(sentence);
  const secure = (await https.of(core).certificate()) !== undefined;
  const holding = (isHeld: boolean) => holdWrites(core.db, isHeld);
  // Reports the address before the name is settled, because the process that watches a new version does not wait for a
  // name.
  await takePartInUpdates(core, { port: served.https, secure, holdWrites: holding, stop });
  await name.isSettled;
  const addresses = await addressesOf(app, { core, httpPort });
  // Commands print these too. A disk that cannot be written must not stop the start.
  const { landing: address, links: linkOrigin } = addresses;
  await noteAddress(core.db, { address, linkOrigin }).catch(() => undefined);
  console.log(await addressLines(addresses, { ...core, ...keys.of(core), ...users.of(core), ...setUp.of(core) }));
  name.tellLater();
}

/** Sentences about what the server goes on without. */
async function troublesOf(core: Core): Promise<string[]> {
  const schedule = backups.of(core).backups;
  const { guestCodes } = guests.of(core);
  const [unfit, lost] = await Promise.all([schedule.whyUnfit(), guestCodes.lostOn().catch(() => [])]);
  return [
    ...(unfit === undefined ? [] : [`BACKUP_DIR: ${unfit}. No backups are made`]),
    ...lost.map(
      (name) =>
        `${name} cannot show its code for guests: the file that opens it (${SEALING_KEYS_FILE}) did not come along with the database. Choose the code again`,
    ),
  ];
}

function portsOf({ settings, db, installation }: Core) {
  const repository = portsRepository(db, { isShared: settings.databaseUrl !== undefined });
  return portsToServe({ settings, repository, lastAddress: installation.address });
}

/** Reads the option of `npm start -- --accept-new`. */
function readOptions(): { acceptNew: boolean } {
  try {
    const { values } = parseArgs({ options: { 'accept-new': { type: 'boolean' } } });
    return { acceptNew: values['accept-new'] === true };
  } catch (error) {
    throw new StartError(`The one option is --accept-new: ${reasonOf(error)}`);
  }
}

async function listen(app: TypedApp, { host, port, tls, httpsAtHome }: Settings): Promise<void> {
  const scheme = tls || httpsAtHome ? 'https:' : 'http:';
  try {
    // Fastify does not know that its server speaks https.
    await app.listen({ host, port, listenTextResolver: (at) => `Server listening at ${at.replace('http:', scheme)}` });
  } catch (error) {
    throw cannotListen(codeOf(error), { host, port }) ?? error;
  }
}

function cannotListen(code: string | undefined, { host, port }: { host: string; port: number }): Error | undefined {
  if (code === 'EADDRINUSE') return new StartError(`PORT: ${port} is in use on ${host} already: choose another`);
  if (code === 'EACCES') return new StartError(`PORT: this user may not listen on port ${port}`);
  if (code !== 'EADDRNOTAVAIL' && code !== 'ENOTFOUND' && code !== 'EAI_AGAIN') return undefined;
  return new StartError(`HOST: ${host} is no address of this machine`);
}

/** Opens the http port that redirects to the app on https. Returns its number; undefined when there is none. */
async function answerOnHttp(app: TypedApp, core: Core, httpPorts: Settings['httpPorts']): Promise<number | undefined> {
  const { settings } = core;
  const { certificate, doorway } = https.of(core);
  const { host } = settings;
  const served = await certificate();
  if (!served) return undefined;
  const options = { names: () => served.names(), httpsPort: portOf(app, settings) };
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
  const door = await openHttpDoor({ host, ports: httpPorts, handler });
  port = door?.port;
  app.server.once('close', () => door?.close());
  if (!door && isOfHome(served)) {
    console.error(
      `HTTP_PORT: ${httpPorts.join(' and ')} cannot be used: devices cannot get the certificate from there`,
    );
  }
  return port;
}

interface OpenedName {
  /** Resolves when the server has its name in the home's network, cannot have it, or is to start without it. */
  isSettled: Promise<void>;
  /** From now on a name that comes is told to the operator, who has read the addresses without it. */
  tellLater: () => void;
}

function openName(app: TypedApp, core: Core): OpenedName {
  const { installation, settings, db } = core;
  const { doorway, certificate } = https.of(core);
  let isStarted = false;
  const onName = async (name: string) => {
    const served = await certificate();
    if (served && isOfHome(served)) await served.renewIfDue();
    if (isStarted && settings.publicUrl === undefined) {
      const address = originOf({ secure: true, port: portOf(app, settings), name });
      console.error(`The server has its name now: ${address}/`);
      await noteAddress(db, { address, linkOrigin: doorway.linkOrigin(address) }).catch(() => undefined);
    }
    const from = installation.homeName;
    if (from === name) return;
    await noteHomeName(db, name).catch(() => undefined);
    if (from !== null) console.error(nameMoved({ from, to: name }));
  };
  const isSettled = doorway.openName({ onName, onEvent: logEvents(app.log) });
  return { isSettled, tellLater: () => void (isStarted = true) };
}

async function addressesOf(app: TypedApp, { core, httpPort }: { core: Core; httpPort: number | undefined }) {
  const { settings } = core;
  const { certificate, doorway } = https.of(core);
  const served = await certificate();
  const names = served?.names() ?? [];
  const port = portOf(app, settings);
  const address = serverAddress({ ...settings, secure: served !== undefined, port, names });
  const name = new URL(address).hostname;
  const isHome = served !== undefined && isOfHome(served) && httpPort !== undefined;
  doorway.serve({ https: port, http: isHome ? httpPort : undefined });
  const landing = (settings.publicUrl === undefined && served && doorway.namedOrigin()) || address;
  return {
    landing,
    other: landing === address ? undefined : address,
    devices: isHome ? originOf({ secure: false, port: httpPort, name }) : undefined,
    links: doorway.linkOrigin(address),
    isForThisMachine: isLoopbackHost(name),
    server: `${hostname()}:${portOf(app, settings)}`,
  };
}

function portOf(app: TypedApp, settings: Settings): number {
  const address = app.server.address();
  return address !== null && typeof address === 'object' ? address.port : settings.port;
}

async function recordChangedSettings({ settings, db, audit }: Core): Promise<void> {
  // A disk that cannot be written must not stop the start: the change is noticed at a later one.
  const changed = await settingsRepository(db)
    .changedSince(settings.variables)
    .catch(() => []);
  for (const what of changed) audit.record({ action: 'setting-changed', by: 'server', what });
}

/**
 * The first signal lets requests in progress finish; a second one ends the process at once, and so does a timeout when
 * something hangs. An uncaught error stops the process in the same way, because its state cannot be trusted any more; a
 * supervisor of the process restarts it.
 */
function stopInOrder(app: TypedApp): Stop {
  let stopping = false;
  function stop(exitCode: number, then: () => void = () => process.exit(exitCode)): void {
    if (stopping) return;
    stopping = true;
    setTimeout(() => fail(new StartError('Something hung while the server was stopping')), CONNECTIONS.stopMs);
    app.close().then(then, fail);
  }
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => (stopping ? process.exit(1) : stop(0)));
  process.off('uncaughtException', fail);
  process.on('uncaughtException', (error: unknown) => {
    console.error(`The server stops because of an unexpected error: ${inOneLine(error)}`);
    stop(1);
  });
  return stop;
}

function fail(error: unknown): never {
  const isForOperator = error instanceof StartError || error instanceof UserError;
  console.error(isForOperator ? reasonOf(error) : `The server cannot run: ${inOneLine(error)}`);
  process.exit(1);
}

process.on('uncaughtException', fail);
await start().catch(fail);
