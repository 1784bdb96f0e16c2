import { Type } from 'typebox';
import type { BrightnessReport } from '#contract/schemas/sockets.ts';
import { onMessage, type Peers } from '../../peers/peers.ts';
import type { BrightnessRelay } from './brightnessRelay.ts';
import type { NodeSocket } from './nodeSocket.ts';

const WANTED = { topic: 'brightness-wanted', schema: Type.Object({ nodeId: Type.String() }) };
const REPORTED = {
  topic: 'brightness-reported',
  schema: Type.Object({ nodeId: Type.String(), brightness: Type.Number() }),
};

export type RelayPeers = Pick<Peers, 'notify' | 'onNotified'>;

/** The way of a request to a device that is connected to another server, and of its report back. */
export interface PeerRelays {
  ask(nodeId: string): void;
  report(report: BrightnessReport): void;
  close(): void;
}

export function peerRelays(relay: BrightnessRelay<NodeSocket>, peers: RelayPeers): PeerRelays {
  const unsubscribe = [
    onMessage(peers, WANTED, (node) => relay.requestByPeer(node.nodeId)?.emit('getBrightness', node)),
    onMessage(peers, REPORTED, (report) => {
      for (const reader of relay.takeWaiting(report.nodeId)) reader.emit('brightness', report);
    }),
  ];
  return {
    ask: (nodeId) => peers.notify(WANTED.topic, { nodeId }),
    report: (report) => {
      if (relay.takePeers(report.nodeId)) peers.notify(REPORTED.topic, report);
    },
    close: () => {
      for (const end of unsubscribe) end();
    },
  };
}
