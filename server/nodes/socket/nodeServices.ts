import type { FastifyBaseLogger } from 'fastify';
import type { TabletsSeen } from '../../auth/authorisation.ts';
import type { CredentialChanges } from '../../auth/credentialChanges.ts';
import type { Credentials } from '../../auth/credentials.ts';
import type { Counters } from '../../counters/counters.ts';
import type { FailedAttemptLimit } from '../../auth/keys/failedAttemptLimit.ts';
import type { TrustsProxy } from '../../http/security/proxies.ts';
import type { NodeReports } from '../registry/nodeReports.ts';
import type { NodeRegistry } from '../registry/nodeRegistry.ts';
import type { NodeRepository } from '../registry/nodeRepository.ts';
import type { BrightnessRelay } from './brightnessRelay.ts';
import type { CoalescedBroadcast } from './coalescedBroadcast.ts';
import type { PeerRelays, RelayPeers } from './peerRelays.ts';
import type { NodeSocket } from './nodeSocket.ts';

/** The parts of the server that opening the namespace needs. */
export interface NamespaceOptions {
  registry: NodeRegistry;
  reports: NodeReports;
  nodes: NodeRepository;
  peers: RelayPeers & { canExist: boolean; isFirst(): boolean };
  /** Milliseconds since 1970. */
  now: () => number;
  credentials: Credentials;
  credentialChanges: Pick<CredentialChanges, 'subscribe'>;
  failedAttemptLimit: FailedAttemptLimit;
  log: FastifyBaseLogger;
  trustsProxy: TrustsProxy;
  /** Is told of everything that comes from a tablet. */
  tabletWatch: TabletsSeen;
  /** Counts the open sockets. */
  counters: Pick<Counters, 'sockets'>;
}

/** The parts that the event handlers use; the whole server has one of each. */
export interface NodeServices {
  registry: NodeRegistry;
  reports: NodeReports;
  peerRelays: PeerRelays;
  relay: BrightnessRelay<NodeSocket>;
  statuses: CoalescedBroadcast<NodeSocket>;
}
