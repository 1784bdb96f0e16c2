// `npm start`: reads the settings, starts the server and prints its addresses on stdout; SIGTERM or SIGINT ends it.
import { parseArgs } from 'node:util';
import { kioskAddressWith } from '../src/domain/access/kioskAddress.ts';
import { buildApp } from './app.ts';
import { claimDataFolder } from './db/dataFolder.ts';
import { createForOwnerOnly, keepToOwner } from './db/ownerOnly.ts';
import { createDependencies, type Dependencies } from './dependencies.ts';
import { codeOf, inOneLine, reasonOf, StartError, UserError } from './errors.ts';
import { CONNECTIONS } from './limits.ts';
import type { TypedApp } from './http/typedApp.ts';
import { checkLibrary } from './photos/maintenance/libraryCheck.ts';
import { readSettings, type Settings } from './settings/settings.ts';

const FIRST_KEY_NAME = 'First kiosk';
const NO_KEY_YET = 'no key yet: `npm run --silent cli -- key create NAME` makes one and prints it';
const EVERY_ADDRESS = ['0.0.0.0', '::'];

async function start(): Promise<void> {
  const settings = readSettings();
  const options = readOptions();
  createForOwnerOnly();
  claimDataFolder(settings.dataDir);
  keepToOwner(settings.dataDir);
  await checkLibrary(settings.dataDir, options);
  const dependencies = await createDependencies(settings);
  if (settings.production) await dependencies.sessions.closeAllOf(dependencies.unusableEmails);
  const app = await buildApp(dependencies);
  await listen(app, settings);
  stopInOrder(app);
  dependencies.photos.backups.start();
  await recordChangedSettings(dependencies);
  await printUrls(originOf(app, settings), dependencies);
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

async function listen(app: TypedApp, { host, port }: Settings): Promise<void> {
  try {
    await app.listen({ host, port });
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

function originOf(app: TypedApp, settings: Settings): string {
  const { tls, host } = settings;
  const address = app.server.address();
  const port = address !== null && typeof address === 'object' ? address.port : settings.port;
  const name = EVERY_ADDRESS.includes(host) || host.startsWith('127.') || host === '::1' ? 'localhost' : host;
  return `${tls ? 'https' : 'http'}://${name}:${port}`;
}

async function recordChangedSettings({ settings, settingsSeen, audit }: Dependencies): Promise<void> {
  // A disk that takes no writes keeps nobody from reading: the change is noticed at a later start.
  const changed = await settingsSeen.changedSince(settings.variables).catch(() => []);
  for (const what of changed) audit.record({ action: 'setting-changed', by: 'server', what });
}

/**
 * Prints the only lines that ever go to stdout: scripts read them. In production stdout often is a service's log, which
 * more people read and which is kept for long: the first key is made there only for a terminal.
 */
async function printUrls(origin: string, { keys, isNew, settings, audit }: Dependencies): Promise<void> {
  const lines = [`  Landing  ${origin}/`];
  if ((await keys.list()).length === 0) {
    const isForLog = settings.production && !process.stdout.isTTY;
    const address = isForLog ? undefined : origin + kioskAddressWith(await keys.create(FIRST_KEY_NAME, 'kiosk'));
    if (address !== undefined) audit.record({ action: 'key-made', by: 'server', what: FIRST_KEY_NAME });
    lines.push(`  Kiosk    ${address ?? NO_KEY_YET}`);
  }
  if (isNew) lines.push(`  New      ${settings.dataDir} held no library: this is a new one, without photos`);
  console.log(lines.join('\n'));
}

/**
 * The first signal lets requests in progress finish; a second one ends the process at once, and so does a timeout when
 * something hangs. An error that nobody caught stops the process in the same way, because its state cannot be trusted
 * any more; whoever runs the process restarts it.
 */
function stopInOrder(app: TypedApp): void {
  let stopping = false;
  function stop(exitCode: number): void {
    stopping = true;
    setTimeout(() => fail(new StartError('Something hung while the server was stopping')), CONNECTIONS.stopMs);
    app.close().then(() => process.exit(exitCode), fail);
  }
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => (stopping ? process.exit(1) : stop(0)));
  process.off('uncaughtException', fail);
  process.on('uncaughtException', (error: unknown) => {
    console.error(`The server stops because of an unexpected error: ${inOneLine(error)}`);
    if (!stopping) stop(1);
  });
}

function fail(error: unknown): never {
  const isForOperator = error instanceof StartError || error instanceof UserError;
  console.error(isForOperator ? reasonOf(error) : `The server cannot run: ${inOneLine(error)}`);
  process.exit(1);
}

process.on('uncaughtException', fail);
await start().catch(fail);
