import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { forgetNode } from '#src/api/nodes.ts';
import { Button } from '#src/ui/Button.tsx';
import { adminCall } from '../../session/adminCall.ts';
import { showToast, withToast } from '../../shell/toasts.ts';
import shapes from '#src/ui/shapes.module.css';
import { QuestionDialog } from '../../shell/QuestionDialog.tsx';

/** Removes a node with everything that is known of it, after a question. */
export function ForgetNode({ nodeId }: { nodeId: string }) {
  const [isAsking, setIsAsking] = useState(false);
  const navigate = useNavigate();
  const isHere = useIsMounted();

  async function forget() {
    await adminCall((token) => forgetNode(token, nodeId));
    showToast({ text: `“${nodeId}” is forgotten.` });
    // A person who has gone to another page in the meantime stays there.
    if (isHere()) await navigate({ to: '/admin/circuit-tree/health' });
    return undefined;
  }

  function forgetNow() {
    setIsAsking(false);
    void withToast(forget, { failed: (why) => `“${nodeId}” was not forgotten. ${why}` });
  }

  return (
    <section className={`${shapes.stack3} ${shapes.slim}`}>
      <h2 className={shapes.heading}>Forget this node</h2>
      <p>For a device that is gone for good. One that still reports appears anew with its next heartbeat.</p>
      <Button variant="danger" className={shapes.atStart} onClick={() => setIsAsking(true)}>
        Forget this node
      </Button>
      {isAsking && (
        <QuestionDialog
          title={`Forget “${nodeId}”?`}
          action="Forget"
          onConfirm={forgetNow}
          onClose={() => setIsAsking(false)}
        >
          <p>Its history and its notes are deleted for good. If the device still reports, it appears anew.</p>
        </QuestionDialog>
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
