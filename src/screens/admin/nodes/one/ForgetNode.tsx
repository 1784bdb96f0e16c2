import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { forgetNode } from '#src/api/nodes.ts';
import { Button } from '#src/ui/Button.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { DialogActions } from '#src/ui/DialogActions.tsx';
import { adminCall } from '../../session/adminCall.ts';
import { showToast } from '../../shell/toasts.ts';
import { failureText } from '../../shell/failureText.ts';
import styles from './NodeNotes.module.css';

/** Removes a node with everything that is known of it, after a question. */
export function ForgetNode({ nodeId }: { nodeId: string }) {
  const [isAsking, setIsAsking] = useState(false);
  const navigate = useNavigate();
  const isHere = useIsMounted();

  async function forget() {
    setIsAsking(false);
    try {
      await adminCall((token) => forgetNode(token, nodeId));
      showToast({ text: `“${nodeId}” is forgotten.`, action: undefined });
      // A person who has gone to another page in the meantime stays there.
      if (isHere()) await navigate({ to: '/admin/circuit-tree/health' });
    } catch (error) {
      showToast({ kind: 'failed', text: `“${nodeId}” was not forgotten. ${failureText(error)}`, action: undefined });
    }
  }

  return (
    <section className={styles.notes}>
      <h2 className={styles.title}>Forget this node</h2>
      <p>For a device that is gone for good. One that still reports appears anew with its next heartbeat.</p>
      <Button variant="danger" className={styles.save} onClick={() => setIsAsking(true)}>
        Forget this node
      </Button>
      {isAsking && (
        <Dialog title={`Forget “${nodeId}”?`} role="alertdialog" onClose={() => setIsAsking(false)}>
          <p>Its history and its notes are deleted for good. If the device still reports, it appears anew.</p>
          <DialogActions>
            <Button data-autofocus="" onClick={() => setIsAsking(false)}>
              Cancel
            </Button>
            <Button variant="danger" onClick={() => void forget()}>
              Forget
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </section>
  );
}

function useIsMounted(): () => boolean {
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return useCallback(() => isMounted.current, []);
}
