import type { ReportAnswer } from '../../src/contract/sockets.ts';
import type { NodeSocket } from './nodeSocket.ts';
import type { NodesRoom } from './nodesRoom.ts';
import { MAX_NODES } from './nodeRegistry.ts';
import { brightnessReport, heartbeatReport, nodeReference, PAYLOAD_RULES } from './payloads.ts';

const TAKEN: ReportAnswer = { ok: true };
const NO_ROOM: ReportAnswer = { ok: false, message: `No more than ${MAX_NODES} nodes can be kept` };
const BAD_REPORT: ReportAnswer = { ok: false, message: `${PAYLOAD_RULES.node}, ${PAYLOAD_RULES.brightness}` };
const BAD_NODE: ReportAnswer = { ok: false, message: PAYLOAD_RULES.node };
const NOT_THE_SPEAKER: ReportAnswer = { ok: false, message: 'Send a heartbeat for this node first' };

/** Devices of any make are on the other side: what should be the acknowledgement may be anything. */
function answer(acknowledge: unknown, outcome: ReportAnswer): void {
  if (typeof acknowledge === 'function') acknowledge(outcome);
}

/** What a device may say. Whatever does not make sense is dropped, and said so to those who ask. */
export function onReporterEvents(socket: NodeSocket, { registry, desk }: NodesRoom): void {
  socket.on('announce', (payload, acknowledge) => {
    const node = nodeReference(payload);
    if (!node) return answer(acknowledge, BAD_NODE);
    if (!registry.announce(node.nodeId)) return answer(acknowledge, NO_ROOM);
    desk.speaksFor(socket, node.nodeId);
    return answer(acknowledge, TAKEN);
  });

  socket.on('heartbeat', (payload, acknowledge) => {
    const report = heartbeatReport(payload);
    if (!report) return answer(acknowledge, BAD_REPORT);
    if (!registry.heartbeat(report)) return answer(acknowledge, NO_ROOM);
    desk.speaksFor(socket, report.nodeId);
    return answer(acknowledge, TAKEN);
  });

  socket.on('brightness', (payload, acknowledge) => {
    const report = brightnessReport(payload);
    if (!report) return answer(acknowledge, BAD_REPORT);
    const askers = desk.answer(socket, report);
    if (!askers) return answer(acknowledge, NOT_THE_SPEAKER);
    registry.brightness(report.nodeId, report.brightness);
    for (const asker of askers) asker.emit('brightness', report);
    return answer(acknowledge, TAKEN);
  });
}
