import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import type {
  BrokerNodes,
  ForgottenBrokerNodes,
  NodeMark,
  NodeChangesPayload,
  NodeDetails,
  NodeHistory,
} from '#contract/nodes/schemas.ts';
import type { HistorySpan } from '#contract/admin/limits.ts';
import { http } from '#src/shared/api/http.ts';

export function fetchNode(token: string, nodeId: string): Promise<NodeDetails> {
  return http({ token }).get(ADMIN_PATHS.node(nodeId)).json<NodeDetails>();
}

export function fetchNodeHistory(token: string, nodeId: string, span: HistorySpan): Promise<NodeHistory> {
  return http({ token }).get(ADMIN_PATHS.nodeHistory(nodeId), { searchParams: { span } }).json<NodeHistory>();
}

export function changeNode(token: string, nodeId: string, changes: NodeChangesPayload): Promise<NodeDetails> {
  return http({ token }).patch(ADMIN_PATHS.node(nodeId), { json: changes }).json<NodeDetails>();
}

export function releaseNode(token: string, nodeId: string): Promise<NodeDetails> {
  return http({ token }).post(ADMIN_PATHS.releaseNode(nodeId)).json<NodeDetails>();
}

export async function forgetNode(token: string, nodeId: string): Promise<void> {
  await http({ token }).delete(ADMIN_PATHS.node(nodeId));
}

export function fetchNodeMarks(token: string): Promise<NodeMark[]> {
  return http({ token }).get(ADMIN_PATHS.nodeMarks).json<NodeMark[]>();
}

export function fetchBrokerNodes(token: string): Promise<BrokerNodes> {
  return http({ token }).get(ADMIN_PATHS.brokerNodes).json<BrokerNodes>();
}

export function forgetBrokerNodes(token: string): Promise<ForgottenBrokerNodes> {
  // Many nodes have much history.
  return http({ token }).delete(ADMIN_PATHS.brokerNodes, { timeout: 600_000 }).json<ForgottenBrokerNodes>();
}
