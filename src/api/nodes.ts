import { ADMIN_PATHS } from '../contract/admin/adminPaths.ts';
import type { HistorySpan, NodeChangesPayload, NodeDetails, NodeHistory } from '../contract/admin/nodePage.ts';
import { http } from './http.ts';

export function fetchNode(token: string, nodeId: string): Promise<NodeDetails> {
  return http({ token }).get(ADMIN_PATHS.node(nodeId)).json<NodeDetails>();
}

export function fetchNodeHistory(token: string, nodeId: string, span: HistorySpan): Promise<NodeHistory> {
  return http({ token }).get(ADMIN_PATHS.nodeHistory(nodeId), { searchParams: { span } }).json<NodeHistory>();
}

export function changeNode(token: string, nodeId: string, changes: NodeChangesPayload): Promise<NodeDetails> {
  return http({ token }).patch(ADMIN_PATHS.node(nodeId), { json: changes }).json<NodeDetails>();
}

export async function forgetNode(token: string, nodeId: string): Promise<void> {
  await http({ token }).delete(ADMIN_PATHS.node(nodeId));
}
