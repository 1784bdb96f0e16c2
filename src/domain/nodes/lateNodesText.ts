/** 'All 4 nodes are on time', '1 of 4 nodes are late'. */
export function lateNodesText(late: number, total: number): string {
  if (late === 0) return total === 1 ? 'The node is on time' : `All ${total} nodes are on time`;
  return `${late} of ${total} ${total === 1 ? 'node is' : 'nodes are'} late`;
}
