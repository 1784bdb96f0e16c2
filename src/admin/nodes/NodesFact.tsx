import type { Overview } from '#contract/server/schemas.ts';
import { countOf } from '#domain/curation/counts.ts';
import { nodesText } from '#domain/nodes/nodeList.ts';
import { Fact, FactLink } from '#src/admin/startPage/Fact.tsx';

/** The number of nodes, and how many of them are late or report trouble. */
export function NodesFact({ overview: { nodes } }: { overview: Overview }) {
  if (nodes.total === 0) return null;
  return (
    <Fact
      value={countOf(nodes.total, 'node')}
      more={nodesText(nodes)}
      isTrouble={nodes.late > 0 || (nodes.failing ?? 0) > 0}
    >
      <FactLink to="/admin/circuit-tree/health">See the devices</FactLink>
    </Fact>
  );
}
