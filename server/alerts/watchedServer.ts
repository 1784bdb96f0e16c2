import type { BackupSchedule } from '#server/backups/backupSchedule.ts';
import { createSocket } from 'node:dgram';
import { readFile } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';
import { serverBackWords, serverTroubleWords } from '#domain/alerts/alertText.ts';
import type { OwnNetwork } from '#domain/alerts/alertWatch.ts';
import { defaultGateway, isNeighbourThere } from '#domain/alerts/gateway.ts';
import { isBackupMissing } from '#domain/readiness/troubles.ts';
import type { Readiness } from '../readiness/readiness.ts';
import type { AlertRepository } from './alertRepository.ts';
import { MINUTE_MS, type Subject } from './keepWatch.ts';

/** Each inspection writes to the disk, so it is made less often than nodes are checked. */
export const INSPECT_EVERY_MS = 5 * MINUTE_MS;
/** A trouble has to be found by two inspections in a row: one may come from a moment in which the machine was busy. */
const HOLDS_MS = INSPECT_EVERY_MS;

interface Parts {
  readiness: Pick<Readiness, 'findings'>;
  photos: { backups: Pick<BackupSchedule, 'last'> };
  installation: { createdAt: number };
  alerts: Pick<AlertRepository, 'notifiedOf'>;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** Watches the server itself: the reasons of `/health/ready`, and the age of the last backup. */
export class WatchedServer implements Subject {
  readonly about = 'server' as const;
  readonly #parts: Parts;
  /** The time since which each trouble has been found. */
  readonly #since = new Map<string, number>();
  #troubles: ReadonlySet<string> | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Looks for troubles; the result counts until the next call. */
  async inspect(): Promise<void> {
    const { readiness, photos, installation, now } = this.#parts;
    const troubles = new Set<string>((await readiness.findings()).map(({ code }) => code));
    // When the record of the last backup cannot be read, the checks say so.
    const last = await photos.backups.last().catch(() => undefined);
    if (isBackupMissing(last?.madeAt ?? installation.createdAt, now())) troubles.add('no-backup');
    this.#troubles = troubles;
  }

  async check({ server }: Parameters<Subject['check']>[0], at: number) {
    const troubles = this.#troubles;
    if (!troubles) return undefined;
    const notifiedBefore = () => this.#parts.alerts.notifiedOf('server');
    for (const id of this.#since.keys()) if (!troubles.has(id)) this.#since.delete(id);
    for (const id of troubles) if (!this.#since.has(id)) this.#since.set(id, at);
    const conditions = [...new Set([...troubles, ...(await notifiedBefore())])].map((id) => ({
      id,
      since: this.#since.get(id) ?? null,
      holdsMs: server.isOn ? HOLDS_MS : null,
    }));
    return {
      conditions,
      notifiedBefore,
      begunWords: serverTroubleWords,
      overWords: (ids: readonly string[]) => serverBackWords(ids, troubles.size),
    };
  }
}

/**
 * The port of 'discard': a datagram to it makes the system ask for the gateway's hardware address, and does nothing
 * else.
 */
const DISCARD_PORT = 9;

/**
 * Whether this machine has a network: an interface with an address, and where the system tells (Linux), a gateway that
 * answers. Reports a lost network only after one was up.
 */
export class OwnNetworkWatch {
  #hadAddress = false;
  #hadGateway = false;

  async check(): Promise<OwnNetwork> {
    const addresses = Object.values(networkInterfaces())
      .flatMap((all) => all ?? [])
      // Temporary IPv6 addresses come and go by themselves.
      .filter(({ internal, family }) => !internal && family === 'IPv4')
      .map(({ address }) => address)
      .sort();
    this.#hadAddress ||= addresses.length > 0;
    const gateway = defaultGateway(await read('/proc/net/route'));
    const isThere = gateway === undefined ? undefined : isNeighbourThere(await read('/proc/net/arp'), gateway);
    if (gateway !== undefined) nudge(gateway);
    this.#hadGateway ||= isThere === true;
    const isGatewayLost = this.#hadGateway && (gateway === undefined || isThere === false);
    const isAddressLost = this.#hadAddress && addresses.length === 0;
    return { isUp: !isGatewayLost && !isAddressLost, mark: addresses.join(' ') };
  }
}

async function read(path: string): Promise<string> {
  // Other systems have no such file.
  return readFile(path, 'utf8').catch(() => '');
}

function nudge(gateway: string): void {
  const socket = createSocket('udp4');
  const close = () => socket.close();
  socket.once('error', close);
  socket.send(new Uint8Array(1), DISCARD_PORT, gateway, close);
}
