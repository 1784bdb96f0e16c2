// `npm start`: reads the settings, starts the server and prints its addresses on stdout; SIGTERM or SIGINT ends it.
import { parseArgs } from 'node:util';
import { kioskAddressWith } from '../src/domain/access/kioskAddress.ts';
import { buildApp } from './app.ts';
import { claimDataFolder } from './db/dataFolder.ts';
import { createDependencies, type Dependencies } from './dependencies.ts';
import { codeOf, reasonOf, StartError, UserError } from './errors.ts';
import { CONNECTIONS } from './limits.ts';
import type { TypedApp } from './http/typedApp.ts';
import { checkLibrary } from './photos/maintenance/libraryCheck.ts';
import { readSettings, type Settings } from './settings/settings.ts';

const FIRST_KEY_NAME = 'First kiosk';
const EVERY_ADDRESS = ['0.0.0.0', '::'];

async function start(): Promise<void> {
  const settings = readSettings();
  const options = readOptions();
  claimDataFolder(settings.dataDir);
  await checkLibrary(settings.dataDir, options);
  const dependencies = await createDependencies(settings);
  if (settings.production) await dependencies.sessions.closeAllOf(dependencies.unusableEmails);
  const app = await buildApp(dependencies);
  await listen(app, settings);
  stopInOrder(app);
  dependencies.photos.backups.start();
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

/** Prints the only lines that ever go to stdout: scripts read them. */
async function printUrls(origin: string, { keys, isNew, settings }: Dependencies): Promise<void> {
  const lines = [`  Landing  ${origin}/`];
  if ((await keys.list()).length === 0) {
    lines.push(`  Kiosk    ${origin}${kioskAddressWith(await keys.create(FIRST_KEY_NAME, 'kiosk'))}`);
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

/** Returns the message of an error and the place in the code where it was thrown, for a bug report. */
function inOneLine(error: unknown): string {
  const place = error instanceof Error ? /\n\s+at .*/.exec(error.stack ?? '')?.[0].trim() : undefined;
  return [reasonOf(error), place].filter(Boolean).join(' ').replace(/\s+/g, ' ');
}

process.on('uncaughtException', fail);
await start().catch(fail);
