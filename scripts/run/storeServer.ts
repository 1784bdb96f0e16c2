import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BucketAlreadyOwnedByYou, CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { freePort } from './freePort.ts';

const KEYS = { AWS_ACCESS_KEY_ID: 'test:tester', AWS_SECRET_ACCESS_KEY: 'testing' };
const BUCKET = 'circuit-tree-tests';
const STARTS_WITHIN_MS = 60_000;
const SERVERS = ['account', 'container', 'object'] as const;
export const SWIFT_PACKAGES = 'swift-proxy swift-account swift-container swift-object';
const MISSING = `There is no OpenStack Swift on this machine: apt-get install ${SWIFT_PACKAGES}, or, for test:store, set TEST_S3_URL to a bucket that tests may use (and AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY)`;

interface StoreServer {
  /** The address in the form of S3_URL. */
  url: string;
  keys: Record<string, string>;
  /** Nobody answers at its address until `resume`. */
  halt(): Promise<void>;
  resume(): Promise<void>;
  stop(): Promise<void>;
}

export function hasSwift(): boolean {
  return spawnSync('swift-ring-builder', ['--version']).error === undefined;
}

/** The bucket that TEST_S3_URL names, or one in a Swift of the tests' own. */
export async function startStore(): Promise<Pick<StoreServer, 'url' | 'keys' | 'stop'>> {
  const given = process.env.TEST_S3_URL;
  if (given !== undefined && given !== '') return { url: given, keys: {}, stop: async () => undefined };
  return startOwnStore();
}

/** A Swift with its S3 interface and an empty bucket, in a folder that goes at its end. */
export async function startOwnStore(): Promise<StoreServer> {
  if (!hasSwift()) throw new Error(MISSING);
  const folder = mkdtempSync(join(tmpdir(), 'circuit-tree-swift-'));
  mkdirSync(join(folder, 'devices/one'), { recursive: true });
  const children: ChildProcess[] = [];
  for (const name of SERVERS)
    children.push(start(name, folder, storage(name, { folder, port: await ring(name, folder) })));
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  let door: ChildProcess | undefined;
  const halt = () => (door ? end(door) : Promise.resolve());
  const resume = async () => {
    door = start('proxy', folder, proxy({ folder, port }));
    await makeBucket(endpoint);
  };
  const stop = async () => {
    await halt();
    await Promise.all(children.map(end));
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await resume();
  } catch (error) {
    await stop();
    throw new Error('Swift did not start', { cause: error });
  }
  return { url: `s3://${BUCKET}?endpoint=${endpoint}&region=us-east-1`, keys: KEYS, halt, resume, stop };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

/** Makes the list of devices of one kind of server; returns the port that it names. */
async function ring(name: string, folder: string): Promise<number> {
  const port = await freePort();
  const file = join(folder, `${name}.builder`);
  for (const words of [['create', '2', '1', '1'], ['add', `r1z1-127.0.0.1:${port}/one`, '1'], ['rebalance']]) {
    spawnSync('swift-ring-builder', [file, ...words]);
  }
  return port;
}

function start(name: string, folder: string, settings: string): ChildProcess {
  const file = join(folder, `${name}.conf`);
  writeFileSync(file, settings);
  return spawn(`swift-${name}-server`, [file], { stdio: 'ignore' });
}

function storage(name: string, { folder, port }: { folder: string; port: number }): string {
  return `${common({ folder, port })}
devices = ${folder}/devices
mount_check = false
[pipeline:main]
pipeline = ${name}-server
[app:${name}-server]
use = egg:swift#${name}
`;
}

/** Swift wants a memcached in its configuration, and works without one. */
function proxy({ folder, port }: { folder: string; port: number }): string {
  const filters = ['catch_errors', 'cache', 'listing_formats', 's3api', 'tempauth', 'copy', 'slo'];
  const options: Record<string, string> = {
    cache: 'memcache_servers = 127.0.0.1:1',
    tempauth: 'user_test_tester = testing .admin',
  };
  const sections = filters.map(
    (name) => `[filter:${name}]\nuse = egg:swift#${name === 'cache' ? 'memcache' : name}\n${options[name] ?? ''}\n`,
  );
  return `${common({ folder, port })}
[pipeline:main]
pipeline = ${filters.join(' ')} proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
${sections.join('')}`;
}

function common({ folder, port }: { folder: string; port: number }): string {
  const { USER = 'root' } = process.env;
  return `[DEFAULT]\nbind_ip = 127.0.0.1\nbind_port = ${port}\nworkers = 0\nuser = ${USER}\nswift_dir = ${folder}`;
}

/** Resolves when the store answers. */
async function makeBucket(endpoint: string): Promise<void> {
  const credentials = { accessKeyId: KEYS.AWS_ACCESS_KEY_ID, secretAccessKey: KEYS.AWS_SECRET_ACCESS_KEY };
  const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials, maxAttempts: 1 });
  const deadline = performance.now() + STARTS_WITHIN_MS;
  for (;;) {
    try {
      await client.send(new CreateBucketCommand({ Bucket: BUCKET }));
      client.destroy();
      return;
    } catch (error) {
      if (error instanceof BucketAlreadyOwnedByYou) return client.destroy();
      if (performance.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
