import type { FastifyBaseLogger } from 'fastify';
import type { Dependencies } from '../../dependencies.ts';
import type { TrustsProxy } from '../../http/security/proxies.ts';
import type { BrightnessRelay } from './brightnessRelay.ts';
import type { NodeRegistry } from '../registry/nodeRegistry.ts';
import type { NodeSocket } from './nodeSocket.ts';
import type { CoalescedBroadcast } from './coalescedBroadcast.ts';

export type NodesDependencies = Dependencies & { log: FastifyBaseLogger; trustsProxy: TrustsProxy };

/** What the event handlers work on: one of each for the whole server. */
export interface NodeServices {
  registry: NodeRegistry;
  desk: BrightnessRelay<NodeSocket>;
  statuses: CoalescedBroadcast<NodeSocket>;
}
