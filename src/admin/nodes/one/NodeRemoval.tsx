import { useNavigate } from '@tanstack/react-router';
import { useRef, useState, useCallback, useEffect } from 'react';
import { releaseNode, forgetNode } from '#src/admin/api/nodes.ts';
import type { NodeDetails } from '#contract/nodes/schemas.ts';
import { Button } from '#src/shared/ui/Button.tsx';
import { adminCall } from '#src/admin/session/adminCall.ts';
import { QuestionDialog } from '#src/admin/shell/dialogs.tsx';
import { dismissToast, withToast, showToast } from '#src/admin/shell/toasts.ts';
import { Stack } from '#src/shared/ui/layout/Stack.tsx';
import { Heading } from '#src/shared/ui/text/Heading.tsx';
import { Row } from '#src/shared/ui/layout/Row.tsx';

interface Props {
  node: NodeDetails;
  reload: () => Promise<void>;
}

/** Lets another key report for a node, as after a device got another gateway. */
export function ReleaseNode({ node: { nodeId, key }, reload }: Props) {
  const [state, setState] = useState<'releasing' | 'released'>();
  const heading = useRef<HTMLHeadingElement>(null);
  const failure = useRef<number>(undefined);
  const isOfKey = key !== null && !key.isRevoked;
  if (!isOfKey && state === undefined) return null;

  async function release() {
    await adminCall((token) => releaseNode(token, nodeId));
    await reload();
    return `“${nodeId}” belongs to the key that reports next.`;
  }

  async function releaseNow() {
    // Not disabled meanwhile, since a disabled button loses the focus.
    if (state === 'releasing') return;
    setState('releasing');
    let notice: number | undefined;
    await withToast(release, {
      failed: (why) => `“${nodeId}” was not released. ${why}`,
      onFailed: (shown) => (notice = shown),
    });
    if (failure.current !== undefined) dismissToast(failure.current);
    failure.current = notice;
    setState(notice === undefined ? 'released' : undefined);
    if (notice === undefined) heading.current?.focus();
  }

  return (
    <Stack as="section">
      <Heading level={2} ref={heading} tabIndex={-1}>
        Release this node
      </Heading>
      {isOfKey ? (
        <>
          <p>
            Only the key “{key.name}” may report for it. For a device that reports with another key now: that key takes
            the node with its next heartbeat.
          </p>
          <Row>
            <Button aria-busy={state === 'releasing'} onClick={() => void releaseNow()}>
              Release this node
            </Button>
          </Row>
        </>
      ) : (
        <p>It belongs to no key now. The next one that reports it takes it.</p>
      )}
    </Stack>
  );
}

/** Asks, then removes a node with all data about it. */
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
    <Stack as="section">
      <Heading level={2}>Forget this node</Heading>
      <p>For a device that is gone. One that still reports comes back with its next heartbeat.</p>
      <Row>
        <Button variant="danger" onClick={() => setIsAsking(true)}>
          Forget this node
        </Button>
      </Row>
      {isAsking && (
        <QuestionDialog
          title={`Forget “${nodeId}”?`}
          action="Forget"
          onConfirm={forgetNow}
          onClose={() => setIsAsking(false)}
        >
          <p>Its history and its notes are deleted. If the device still reports, it comes back without them.</p>
        </QuestionDialog>
      )}
    </Stack>
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
