import type { FastifyBaseLogger } from 'fastify';
import type { Dependencies } from '../dependencies.ts';
import type { TrustsProxy } from '../http/proxies.ts';
import type { BrightnessDesk } from './brightnessDesk.ts';
import type { NodeRegistry } from './nodeRegistry.ts';
import type { NodeSocket } from './nodeSocket.ts';
import type { SharedAnswer } from './sharedAnswer.ts';

export type NodesDependencies = Dependencies & { log: FastifyBaseLogger; trustsProxy: TrustsProxy };

/** What the event handlers work on: one of each for the whole server. */
export interface NodesRoom {
  registry: NodeRegistry;
  desk: BrightnessDesk<NodeSocket>;
  statuses: SharedAnswer<NodeSocket>;
}
