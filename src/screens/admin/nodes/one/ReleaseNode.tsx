import { useState } from 'react';
import { releaseNode } from '#src/api/nodes.ts';
import type { NodeDetails } from '#contract/admin/nodePage.ts';
import { Button } from '#src/ui/Button.tsx';
import { adminCall } from '../../session/adminCall.ts';
import { showToast } from '../../shell/toasts.ts';
import { failureText } from '../../shell/failureText.ts';
import styles from './NodeNotes.module.css';

interface Props {
  node: NodeDetails;
  reload: () => Promise<void>;
}

/** Lets another key report for a node, as after a device got another gateway. */
export function ReleaseNode({ node: { nodeId, key }, reload }: Props) {
  const [isReleasing, setIsReleasing] = useState(false);
  if (!key || key.isRevoked) return null;

  async function release() {
    setIsReleasing(true);
    try {
      await adminCall((token) => releaseNode(token, nodeId));
      await reload();
      showToast({ text: `“${nodeId}” belongs to the key that reports next.`, action: undefined });
    } catch (error) {
      showToast({ kind: 'failed', text: `“${nodeId}” was not released. ${failureText(error)}`, action: undefined });
    }
    setIsReleasing(false);
  }

  return (
    <section className={styles.notes}>
      <h2 className={styles.title}>Release this node</h2>
      <p>
        Only the key “{key.name}” may report for it. For a device that reports with another key now: that key takes the
        node with its next heartbeat.
      </p>
      <Button className={styles.save} disabled={isReleasing} onClick={() => void release()}>
        Release this node
      </Button>
    </section>
  );
}
