import { Link, useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import { fetchNode } from '#src/api/nodes.ts';
import { mayPass } from '#domain/access/permissions.ts';
import { useStoredUser } from '#src/session/storedUser.ts';
import { LoadFailureMessage } from '../../shell/LoadFailureMessage.tsx';
import { useAdminResource } from '../../shell/useAdminResource.ts';
import { ForgetNode } from './ForgetNode.tsx';
import { HistorySection } from './HistorySection.tsx';
import { NodeAlerts } from './NodeAlerts.tsx';
import { NodeFacts } from './NodeFacts.tsx';
import { NodeLimits } from './NodeLimits.tsx';
import { NodeNotes } from './NodeNotes.tsx';
import { PingLine } from './PingLine.tsx';
import { ReleaseNode } from './ReleaseNode.tsx';
import shapes from '#src/ui/shapes.module.css';
import styles from './NodeScreen.module.css';
import { AdminTitle } from '../../shell/AdminTitle.tsx';

const REFRESH_MS = 10_000;

/** One node: what is known of it, what it did, and what people wrote about it. */
export function NodeScreen() {
  const { id } = useParams({ from: '/admin/circuit-tree/nodes/$id' });
  const load = useAdminResource(
    useMemo(() => (token: string) => fetchNode(token, id), [id]),
    { refreshMs: REFRESH_MS },
  );
  const mayChange = mayPass(useStoredUser()?.permissions ?? [], ['admin']);
  const node = load.data;
  return (
    <>
      <AdminTitle>{`${id} – Nodes`}</AdminTitle>
      <Link to="/admin/circuit-tree/health" className={`${shapes.back} ${shapes.above}`}>
        {'< Back to Node Health'}
      </Link>
      <h1 className={`${shapes.title} ${shapes.words}`}>{id}</h1>
      <LoadFailureMessage text="Failed to load the node" load={load} />
      {!node && !load.failure && <p className={shapes.quiet}>Loading the node...</p>}
      {node && <NodeFacts node={node} />}
      {node && <HistorySection key={id} node={node} />}
      {node && (
        <div className={`${shapes.stack5} ${shapes.columns} ${styles.columns}`}>
          <NodeNotes key={id} nodeId={id} notes={node.notes} mayChange={mayChange} />
          {mayChange && <NodeAlerts key={`alerts of ${id}`} node={node} reload={load.reload} />}
          {mayChange && <NodeLimits key={`limits of ${id}`} node={node} reload={load.reload} />}
          {mayChange && <PingLine nodeId={id} />}
          {mayChange && <ReleaseNode node={node} reload={load.reload} />}
          {mayChange && <ForgetNode nodeId={id} />}
        </div>
      )}
    </>
  );
}
