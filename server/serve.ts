// The server itself: reads the settings, starts and prints its addresses on stdout; SIGTERM or SIGINT ends it.
import { parseArgs } from 'node:util';
import { buildApp } from './app.ts';
import { addressLines, printedAddresses } from './core/addresses/addressLines.ts';
import { settingsRepository } from './core/audit/auditRepository.ts';
import type { Core } from './core/core.ts';
import { claimDataFolder, makeDataFolder, createForOwnerOnly, keepToOwner } from './core/db/dataFolder.ts';
import { noteAddress } from './core/db/installation.ts';
import { codeOf, inOneLine, reasonOf, StartError, UserError } from './core/errors.ts';
import { Hold } from './core/hold.ts';
import { trustWarnings } from './core/http/security/proxies.ts';
import type { TypedApp } from './core/http/typedApp.ts';
import { CONNECTIONS } from './core/limits.ts';
import type { Listening, ListeningServer, Stop } from './core/listening.ts';
import { collectGarbageSeldom } from './core/settings/machine.ts';
import { formerSettings, nearMisses } from './core/settings/nearMisses.ts';
import { readSettings, type Settings } from './core/settings/settings.ts';
import type { StartOptions } from './core/subject.ts';
import { openLibrary } from './openLibrary.ts';
import { SUBJECTS } from './subjects.ts';

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
  for (const { beforeStart } of SUBJECTS) await beforeStart?.(settings, options);
  const core = await openLibrary(settings, Date.now, { hold: new Hold(process.env.UPDATE_STAGE) });
  const parts = [...core.slots.listening];
  const port = await portToServe(parts, settings);
  const app = await buildApp(core);
  const secure = (await core.certificate()) !== undefined;
  await listen(app, { ...settings, port, secure });
  const server: ListeningServer = {
    port: portOf(app, port),
    secure,
    log: app.log,
    tell: (sentence) => console.error(sentence),
    onClose: (close) => app.server.once('close', close),
    stop: stopInOrder(app),
  };
  for (const { opened } of parts) await opened?.(server);
  for (const { troubles } of parts) for (const sentence of (await troubles?.()) ?? []) console.error(sentence);
  await recordChangedSettings(core);
  for (const { started } of parts) await started?.(server);
  for (const { addressing } of parts) await addressing?.(server);
  await printAddresses(core, server);
  for (const { printed } of parts) printed?.();
}

async function portToServe(parts: readonly Listening[], settings: Settings): Promise<number> {
  for (const { port } of parts) if (port) return port();
  return settings.port;
}

async function printAddresses(core: Core, { port }: ListeningServer): Promise<void> {
  const addresses = await printedAddresses(core, port);
  // Commands print these too. A disk that cannot be written must not stop the start.
  const { landing: address, links: linkOrigin } = addresses;
  await noteAddress(core.db, { address, linkOrigin }).catch(() => undefined);
  console.log(await addressLines(addresses, core));
}

/** Reads the option of `npm start -- --accept-new`. */
function readOptions(): StartOptions {
  try {
    const { values } = parseArgs({ options: { 'accept-new': { type: 'boolean' } } });
    return { acceptNew: values['accept-new'] === true };
  } catch (error) {
    throw new StartError(`The one option is --accept-new: ${reasonOf(error)}`);
  }
}

interface Place extends Pick<Settings, 'host' | 'port'> {
  secure: boolean;
}

async function listen(app: TypedApp, { host, port, secure }: Place): Promise<void> {
  const scheme = secure ? 'https:' : 'http:';
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

function portOf(app: TypedApp, wanted: number): number {
  const address = app.server.address();
  return address !== null && typeof address === 'object' ? address.port : wanted;
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
