import { NODE_ID_MAX_CHARACTERS } from '#contract/limits.ts';
import type {
  ReportResult,
  BrightnessReport,
  HeartbeatReport,
  HistoriesRequest,
  NodeReference,
} from '#contract/nodes/socketEvents.ts';
import { HISTORIES_MAX_NODES } from '#contract/nodes/sockets.ts';
import { isRecord } from '#domain/records.ts';
import { hasHiddenCharacters } from '#domain/text/hiddenCharacters.ts';
import { type Claim, REFUSED_REPORTS } from '../registry/nodeOwners.ts';
import type { NodeServices, NodeSocket } from './nodeServices.ts';

/** Sent to a device that asks for an acknowledgement of a report that was dropped. */
export const PAYLOAD_RULES = {
  node: `nodeId must be a text of 1 to ${NODE_ID_MAX_CHARACTERS} printable characters`,
  brightness: 'brightness must be a finite number',
} as const;

function isNodeId(value: unknown): value is string {
  if (typeof value !== 'string' || value.trim() === '' || value.length > NODE_ID_MAX_CHARACTERS) return false;
  return value.isWellFormed() && !hasHiddenCharacters(value);
}

function isBrightness(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

// Payloads are copied field by field, so that other fields of a message are dropped.

export function nodeReference(payload: unknown): NodeReference | undefined {
  return isRecord(payload) && isNodeId(payload.nodeId) ? { nodeId: payload.nodeId } : undefined;
}

export function brightnessReport(payload: unknown): BrightnessReport | undefined {
  const node = nodeReference(payload);
  if (!node || !isRecord(payload) || !isBrightness(payload.brightness)) return undefined;
  return { ...node, brightness: payload.brightness };
}

export function heartbeatReport(payload: unknown): HeartbeatReport | undefined {
  if (!isRecord(payload) || payload.brightness === undefined) return nodeReference(payload);
  return brightnessReport(payload);
}

export function historiesRequest(payload: unknown): HistoriesRequest | undefined {
  if (!isRecord(payload) || !Array.isArray(payload.nodeIds)) return undefined;
  if (payload.nodeIds.length > HISTORIES_MAX_NODES || !payload.nodeIds.every(isNodeId)) return undefined;
  return { nodeIds: payload.nodeIds };
}

const ACCEPTED: ReportResult = { ok: true };
const TOO_MANY_NODES: ReportResult = { ok: false, message: REFUSED_REPORTS['no-room'] };
const BAD_REPORT: ReportResult = { ok: false, message: `${PAYLOAD_RULES.node}, ${PAYLOAD_RULES.brightness}` };
const BAD_NODE: ReportResult = { ok: false, message: PAYLOAD_RULES.node };
const OF_ANOTHER_KEY: ReportResult = { ok: false, message: REFUSED_REPORTS['of-another-key'] };
const REFUSALS = { 'of-another-key': OF_ANOTHER_KEY, 'no-room': TOO_MANY_NODES };
const NOT_THE_REPORTER: ReportResult = { ok: false, message: 'Send a heartbeat for this node first' };

/** Acknowledges an event if the client asked for it. Clients may be any program and send anything. */
function acknowledgeWith(acknowledge: unknown, result: ReportResult): void {
  if (typeof acknowledge === 'function') acknowledge(result);
}

/** Handles the reports of devices. A malformed one is dropped; the acknowledgement, if asked for, says so. */
export function onReporterEvents(socket: NodeSocket, { reports, relay, relaysElsewhere }: NodeServices): void {
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
    // During the look-up the socket may have closed, or its key may have been revoked.
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
    relaysElsewhere.report(report);
    for (const reader of readers) reader.emit('brightness', report);
    return acknowledgeWith(acknowledge, ACCEPTED);
  });
}
