import { Link } from '@tanstack/react-router';
import { MESSAGES } from '#domain/messages.ts';
import { useStoredUser } from '#src/session/storedUser.ts';
import { Message } from '#src/ui/Message.tsx';
import { NodeOverview } from './NodeOverview.tsx';
import { useNodeHealth } from './useNodeHealth.ts';
import { AdminTitle } from '../shell/AdminTitle.tsx';
import shapes from '#src/ui/shapes.module.css';

export function NodeHealthScreen() {
  const { connection, health } = useNodeHealth(useStoredUser()?.token ?? '');
  return (
    <>
      <AdminTitle>Node Health</AdminTitle>
      <div className={`${shapes.stack1} ${shapes.starts}`}>
        <Link to="/admin/circuit-tree" className={shapes.back}>
          {'< Back to Circuit Tree'}
        </Link>
        <h1 className={shapes.title}>Node Health</h1>
      </div>
      {health.phase === 'loading' && <output>{MESSAGES.loadingNodeStatuses}</output>}
      {health.phase === 'failed' && (
        <Message kind="error">
          <p>{MESSAGES.nodeStatusesFailed}</p>
          <p>{health.reason}. Trying again by itself…</p>
        </Message>
      )}
      {health.phase === 'loaded' && <NodeOverview connection={connection} {...health} />}
    </>
  );
}
