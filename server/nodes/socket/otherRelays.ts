import { Type } from '@fastify/type-provider-typebox';
import type { BrightnessReport } from '#contract/sockets.ts';
import type { OtherServers } from '../../others/otherServers.ts';
import { onMessage } from '../../others/checkedMessages.ts';
import type { BrightnessRelay } from './brightnessRelay.ts';
import type { NodeSocket } from './nodeSocket.ts';

const WANTED = { topic: 'brightness-wanted', schema: Type.Object({ nodeId: Type.String() }) };
const REPORTED = {
  topic: 'brightness-reported',
  schema: Type.Object({ nodeId: Type.String(), brightness: Type.Number() }),
};

/** The way of a request to a device that is connected to another server, and of its report back. */
export interface OtherRelays {
  ask(nodeId: string): void;
  report(report: BrightnessReport): void;
  close(): void;
}

export function otherRelays(
  relay: BrightnessRelay<NodeSocket>,
  others: Pick<OtherServers, 'tell' | 'onTold'>,
): OtherRelays {
  const unsubscribe = [
    onMessage(others, WANTED, (node) => relay.requestByOther(node.nodeId)?.emit('getBrightness', node)),
    onMessage(others, REPORTED, (report) => {
      for (const reader of relay.takeWaiting(report.nodeId)) reader.emit('brightness', report);
    }),
  ];
  return {
    ask: (nodeId) => others.tell(WANTED.topic, { nodeId }),
    report: (report) => {
      if (relay.takeOthers(report.nodeId)) others.tell(REPORTED.topic, report);
    },
    close: () => {
      for (const end of unsubscribe) end();
    },
  };
}
