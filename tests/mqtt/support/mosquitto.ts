import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect as connectTcp, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectAsync, type MqttClient } from 'mqtt';

const PATH = `${process.env.PATH}:/usr/sbin`;
const ACCOUNT = { name: 'tree', password: 'p@ss/word' };

/** Debian's package `mosquitto`. */
export const HAS_MOSQUITTO = spawnSync('mosquitto', ['-h'], { env: { PATH } }).error === undefined;

/** A real broker on a free port of the loopback, which one account may use. */
export class Mosquitto {
  readonly port: number;
  readonly #folder: string;
  #broker: ChildProcess | undefined;
  readonly #clients: MqttClient[] = [];

  private constructor(port: number, folder: string) {
    this.port = port;
    this.#folder = folder;
  }

  /** Not yet running. */
  static async prepare(): Promise<Mosquitto> {
    const folder = await mkdtemp(join(tmpdir(), 'circuit-tree-mosquitto-'));
    const passwords = join(folder, 'passwords');
    spawnSync('mosquitto_passwd', ['-b', '-c', passwords, ACCOUNT.name, ACCOUNT.password]);
    const port = await freePort();
    // Started by root it would become another user, who may not read the folder.
    const lines = ['user root', `listener ${port} 127.0.0.1`, 'allow_anonymous false', `password_file ${passwords}`];
    await writeFile(join(folder, 'mosquitto.conf'), lines.join('\n'));
    return new Mosquitto(port, folder);
  }

  urlWith(password: string): string {
    return `mqtt://${ACCOUNT.name}:${encodeURIComponent(password)}@127.0.0.1:${this.port}`;
  }

  get url(): string {
    return this.urlWith(ACCOUNT.password);
  }

  async start(): Promise<void> {
    const broker = spawn('mosquitto', ['-c', join(this.#folder, 'mosquitto.conf')], { env: { PATH }, stdio: 'ignore' });
    this.#broker = broker;
    while (!(await answers(this.port))) {
      if (broker.exitCode !== null) throw new Error(`Mosquitto ended with ${broker.exitCode}: is its port taken?`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  async stop(): Promise<void> {
    const broker = this.#broker;
    this.#broker = undefined;
    if (!broker) return;
    const ended = new Promise((resolve) => broker.once('exit', resolve));
    broker.kill('SIGKILL');
    await ended;
  }

  /** A client, until the broker is removed. It sends no keep-alives, whose time a test's clock would move. */
  async connect(): Promise<MqttClient> {
    const client = await connectAsync(this.url, { reconnectPeriod: 0, keepalive: 0 });
    this.#clients.push(client);
    return client;
  }

  /** A subscriber to everything: the last text of each topic; an empty one removes it. */
  async watch(): Promise<Map<string, string>> {
    const client = await this.connect();
    const seen = new Map<string, string>();
    client.on('message', (topic, payload) => {
      if (payload.length === 0) seen.delete(topic);
      else seen.set(topic, payload.toString());
    });
    await client.subscribeAsync('#', { qos: 1 });
    return seen;
  }

  async remove(): Promise<void> {
    await Promise.all(this.#clients.map((client) => client.endAsync(true)));
    await this.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return address !== null && typeof address === 'object' ? address.port : 0;
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connectTcp(port, '127.0.0.1');
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
