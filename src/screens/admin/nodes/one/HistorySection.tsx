import { useMemo, useState } from 'react';
import { fetchNodeHistory } from '#src/api/nodes.ts';
import type { HistorySpan } from '#contract/admin/limits.ts';
import type { NodeDetails } from '#contract/schemas/nodes.ts';
import { ChoiceField } from '#src/ui/choices/ChoiceField.tsx';
import { LoadFailureMessage } from '../../shell/LoadFailureMessage.tsx';
import { useAdminResource } from '../../shell/useAdminResource.ts';
import { HistoryCharts } from './HistoryCharts.tsx';
import shapes from '#src/ui/shapes.module.css';
import styles from './HistorySection.module.css';
import { HistoryTable } from './HistoryTable.tsx';

const CHOICES: readonly { value: HistorySpan; label: string }[] = [
  { value: 'day', label: '24 hours' },
  { value: 'month', label: '30 days' },
  { value: 'year', label: 'A year' },
];
const REFRESH_MS = 60_000;

/** Readings and heartbeats of a node over a day, a month or a year. */
export function HistorySection({ node }: { node: Pick<NodeDetails, 'nodeId' | 'unit'> }) {
  const { nodeId } = node;
  const [span, setSpan] = useState<HistorySpan>('day');
  const load = useAdminResource(
    useMemo(() => (token: string) => fetchNodeHistory(token, nodeId, span), [nodeId, span]),
    { refreshMs: REFRESH_MS },
  );
  return (
    <section className={shapes.column4} aria-label="History">
      <div className={styles.choice}>
        <ChoiceField label="Shown" choices={CHOICES} value={span} onChange={setSpan} />
      </div>
      <LoadFailureMessage text="Failed to load the history" load={load} />
      {load.data ? (
        <>
          <HistoryCharts history={load.data} node={node} />
          <HistoryTable history={load.data} node={node} />
        </>
      ) : (
        <div className={styles.empty} />
      )}
    </section>
  );
}
