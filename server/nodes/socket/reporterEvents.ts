import type { ReportResult } from '../../../src/contract/sockets.ts';
import type { NodeSocket } from './nodeSocket.ts';
import type { NodeServices } from './nodeServices.ts';
import { MAX_NODES } from '../registry/nodeRegistry.ts';
import { brightnessReport, heartbeatReport, nodeReference, PAYLOAD_RULES } from './payloads.ts';

const TAKEN: ReportResult = { ok: true };
const NO_ROOM: ReportResult = { ok: false, message: `No more than ${MAX_NODES} nodes can be kept` };
const BAD_REPORT: ReportResult = { ok: false, message: `${PAYLOAD_RULES.node}, ${PAYLOAD_RULES.brightness}` };
const BAD_NODE: ReportResult = { ok: false, message: PAYLOAD_RULES.node };
const NOT_THE_SPEAKER: ReportResult = { ok: false, message: 'Send a heartbeat for this node first' };

/** Devices of any make are on the other side: what should be the acknowledgement may be anything. */
function answer(acknowledge: unknown, outcome: ReportResult): void {
  if (typeof acknowledge === 'function') acknowledge(outcome);
}

/** What a device may say. Whatever does not make sense is dropped, and said so to those who ask. */
export function onReporterEvents(socket: NodeSocket, { registry, desk }: NodeServices): void {
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
