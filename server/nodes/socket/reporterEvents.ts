import type { ReportResult } from '../../../src/contract/sockets.ts';
import { NODES } from '../../limits.ts';
import type { NodeServices } from './nodeServices.ts';
import type { NodeSocket } from './nodeSocket.ts';
import { brightnessReport, heartbeatReport, nodeReference, PAYLOAD_RULES } from './payloads.ts';

const ACCEPTED: ReportResult = { ok: true };
const TOO_MANY_NODES: ReportResult = {
  ok: false,
  message: `No more than ${NODES.max} nodes can be kept, and ${NODES.maxPerKey} of one key`,
};
const BAD_REPORT: ReportResult = { ok: false, message: `${PAYLOAD_RULES.node}, ${PAYLOAD_RULES.brightness}` };
const BAD_NODE: ReportResult = { ok: false, message: PAYLOAD_RULES.node };
const NOT_THE_REPORTER: ReportResult = { ok: false, message: 'Send a heartbeat for this node first' };

/** Acknowledges an event if the client asked for that. Clients may be any program and send anything. */
function acknowledgeWith(acknowledge: unknown, result: ReportResult): void {
  if (typeof acknowledge === 'function') acknowledge(result);
}

/** Handles the reports of devices. A malformed one is dropped; the acknowledgement, if asked for, says so. */
export function onReporterEvents(socket: NodeSocket, { reports, relay, otherRelays }: NodeServices): void {
  const { principal } = socket.data;
  const keyId = principal.kind === 'key' ? principal.keyId : null;
  socket.on('announce', (payload, acknowledge) => {
    const node = nodeReference(payload);
    if (!node) return acknowledgeWith(acknowledge, BAD_NODE);
    if (!reports.announce(node.nodeId, keyId)) return acknowledgeWith(acknowledge, TOO_MANY_NODES);
    relay.setReporter(socket, node.nodeId);
    return acknowledgeWith(acknowledge, ACCEPTED);
  });

  socket.on('heartbeat', (payload, acknowledge) => {
    const report = heartbeatReport(payload);
    if (!report) return acknowledgeWith(acknowledge, BAD_REPORT);
    if (!reports.heartbeat(report, keyId)) return acknowledgeWith(acknowledge, TOO_MANY_NODES);
    relay.setReporter(socket, report.nodeId);
    return acknowledgeWith(acknowledge, ACCEPTED);
  });

  socket.on('brightness', (payload, acknowledge) => {
    const report = brightnessReport(payload);
    if (!report) return acknowledgeWith(acknowledge, BAD_REPORT);
    const readers = relay.takeReaders(socket, report);
    if (!readers) return acknowledgeWith(acknowledge, NOT_THE_REPORTER);
    reports.brightness(report.nodeId, report.brightness);
    otherRelays.report(report);
    for (const reader of readers) reader.emit('brightness', report);
    return acknowledgeWith(acknowledge, ACCEPTED);
  });
}
