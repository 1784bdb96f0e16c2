/** 'All 4 nodes are on time', '1 of 4 nodes is late'. */
export function lateNodesText(late: number, total: number): string {
  if (total === 1) return late === 0 ? 'The node is on time' : 'The node is late';
  if (late === 0) return `${total === 2 ? 'Both' : `All ${total}`} nodes are on time`;
  return `${late === 2 && total === 2 ? 'Both' : `${late} of ${total}`} nodes ${late === 1 ? 'is' : 'are'} late`;
}
