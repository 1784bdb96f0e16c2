import { NODE_ID_MAX_CHARACTERS } from '#contract/limits.ts';
import { HISTORIES_MAX_NODES } from '#contract/sockets.ts';
import type { BrightnessReport, HeartbeatReport, HistoriesRequest, NodeReference } from '#contract/schemas/sockets.ts';
import { isRecord } from '#domain/records.ts';
import { hasHiddenCharacters } from '#domain/text/hiddenCharacters.ts';

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
