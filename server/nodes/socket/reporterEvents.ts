import type { ReportResult } from '#contract/schemas/sockets.ts';
import type { Claim } from '../registry/nodeOwners.ts';
import { REFUSED_REPORTS } from '../registry/refusedReports.ts';
import type { NodeServices } from './nodeServices.ts';
import type { NodeSocket } from './nodeSocket.ts';
import { brightnessReport, heartbeatReport, nodeReference, PAYLOAD_RULES } from './payloads.ts';

const ACCEPTED: ReportResult = { ok: true };
const TOO_MANY_NODES: ReportResult = { ok: false, message: REFUSED_REPORTS['no-room'] };
const BAD_REPORT: ReportResult = { ok: false, message: `${PAYLOAD_RULES.node}, ${PAYLOAD_RULES.brightness}` };
const BAD_NODE: ReportResult = { ok: false, message: PAYLOAD_RULES.node };
const OF_ANOTHER_KEY: ReportResult = { ok: false, message: REFUSED_REPORTS['of-another-key'] };
const REFUSALS = { 'of-another-key': OF_ANOTHER_KEY, 'no-room': TOO_MANY_NODES };
const NOT_THE_REPORTER: ReportResult = { ok: false, message: 'Send a heartbeat for this node first' };

/** Acknowledges an event if the client asked for that. Clients may be any program and send anything. */
function acknowledgeWith(acknowledge: unknown, result: ReportResult): void {
  if (typeof acknowledge === 'function') acknowledge(result);
}

/** Handles the reports of devices. A malformed one is dropped; the acknowledgement, if asked for, says so. */
export function onReporterEvents(socket: NodeSocket, { reports, relay, peerRelays }: NodeServices): void {
  const { principal } = socket.data;
  const keyId = principal.kind === 'key' ? principal.keyId : '';

  function hear(nodeId: string, note: () => boolean, acknowledge: unknown): void {
    const conclude = (claim: Claim) =>
      acknowledgeWith(acknowledge, claim === 'granted' ? take(nodeId, note) : REFUSALS[claim]);
    const claim = reports.mayReport(nodeId, keyId);
    if (typeof claim === 'string') conclude(claim);
    else void claim.then(conclude);
  }

  function take(nodeId: string, note: () => boolean): ReportResult {
    // The look may have taken so long that the socket is gone, with its key perhaps.
    if (!socket.connected) return NOT_THE_REPORTER;
    if (!note()) return TOO_MANY_NODES;
    relay.setReporter(socket, nodeId);
    return ACCEPTED;
  }

  socket.on('announce', (payload, acknowledge) => {
    const node = nodeReference(payload);
    if (!node) return acknowledgeWith(acknowledge, BAD_NODE);
    return hear(node.nodeId, () => reports.announce(node.nodeId, keyId), acknowledge);
  });

  socket.on('heartbeat', (payload, acknowledge) => {
    const report = heartbeatReport(payload);
    if (!report) return acknowledgeWith(acknowledge, BAD_REPORT);
    return hear(report.nodeId, () => reports.heartbeat(report, keyId), acknowledge);
  });

  socket.on('brightness', (payload, acknowledge) => {
    const report = brightnessReport(payload);
    if (!report) return acknowledgeWith(acknowledge, BAD_REPORT);
    const readers = relay.takeReaders(socket, report);
    if (!readers) return acknowledgeWith(acknowledge, NOT_THE_REPORTER);
    reports.brightness(report.nodeId, report.brightness);
    peerRelays.report(report);
    for (const reader of readers) reader.emit('brightness', report);
    return acknowledgeWith(acknowledge, ACCEPTED);
  });
}
