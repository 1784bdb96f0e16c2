import { useState } from 'react';
import { changeNode } from '#src/admin/api/nodes.ts';
import { SILENT_MINUTES } from '#contract/admin/limits.ts';
import type { NodeChangesPayload, NodeDetails, ValueLimits } from '#contract/nodes/schemas.ts';
import { Button } from '#src/shared/ui/Button.tsx';
import { CommittedField } from '#src/shared/ui/fields/CommittedField.tsx';
import { Switch } from '#src/shared/ui/fields/Switch.tsx';
import { adminCall } from '#src/admin/session/adminCall.ts';
import { useInTurn } from '#src/admin/shell/useAction.ts';
import { withToast } from '#src/admin/shell/toasts.ts';
import { Stack } from '#src/shared/ui/layout/Stack.tsx';
import { Heading } from '#src/shared/ui/text/Heading.tsx';
import { Row } from '#src/shared/ui/layout/Row.tsx';

interface Props {
  node: NodeDetails;
  reload: () => Promise<void>;
}

/** Sends changes of the node in the order in which they are made; a press of the switch is shown at once. */
function useNodeChanges({ node: { nodeId, isMuted }, reload }: Props) {
  const [mutes, setMutes] = useState<boolean>();
  const inTurn = useInTurn();

  async function change(changes: NodeChangesPayload) {
    const send = async () => {
      await inTurn(() => adminCall((token) => changeNode(token, nodeId, changes)));
      await reload();
      return undefined;
    };
    await withToast(send, { failed: (why) => `“${nodeId}” was not changed. ${why}` });
  }

  async function mute(isWanted: boolean) {
    setMutes(isWanted);
    await change({ isMuted: isWanted });
    // A later press may wait for its turn.
    setMutes((now) => (now === isWanted ? undefined : now));
  }

  return { change, mute, isMuted: mutes ?? isMuted };
}

/** Whether and when this node is reported; its alert can be acknowledged here. */
export function NodeAlerts({ node, reload }: Props) {
  const { alertAfterMinutes, isTold, isAcknowledged } = node;
  const { change, mute, isMuted } = useNodeChanges({ node, reload });

  return (
    <Stack as="section" aria-labelledby="node-alerts">
      <Heading level={2} id="node-alerts">
        Alerts
      </Heading>
      {isTold && (
        <p>
          {isAcknowledged
            ? 'An alert about its silence was sent, and somebody has acknowledged it.'
            : 'An alert about its silence was sent.'}
        </p>
      )}
      {isTold && !isAcknowledged && (
        <Row>
          <Button onClick={() => void change({ isAcknowledged: true })}>Acknowledge</Button>
        </Row>
      )}
      <Switch
        label="Muted: no alerts about this node"
        checked={isMuted}
        onChange={(event) => void mute(event.target.checked)}
      />
      <CommittedField
        label="Minutes of silence before an alert"
        type="number"
        min={0}
        max={SILENT_MINUTES.most}
        value={alertAfterMinutes === null ? '' : String(alertAfterMinutes)}
        placeholder="As all nodes"
        hint="Empty: as for all nodes; 0: never"
        onCommit={(text) => void change({ alertAfterMinutes: text === '' ? null : Number(text) })}
      />
    </Stack>
  );
}

const NO_LIMITS: ValueLimits = { above: null, below: null, minutes: 5 };

function limitText(number: number | null): string {
  return number === null ? '' : String(number);
}

function numberOf(text: string): number | null {
  return text === '' ? null : Number(text);
}

/** The limits beyond which the value of this node is reported; each change is shown and saved at once. */
export function NodeLimits({ node, reload }: Props) {
  const { change } = useNodeChanges({ node, reload });
  const [changed, setChanged] = useState<ValueLimits>();
  const { above, below, minutes } = changed ?? node.limits ?? NO_LIMITS;
  const inUnit = node.unit ? ` (${node.unit})` : '';

  async function save(changes: Partial<ValueLimits>) {
    const next = { above, below, minutes, ...changes };
    setChanged(next);
    await change({ limits: next.above === null && next.below === null ? null : next });
    // A later change may wait for its turn.
    setChanged((now) => (now === next ? undefined : now));
  }

  return (
    <Stack as="section" aria-labelledby="node-limits">
      <Heading level={2} id="node-limits">
        Limits of the value
      </Heading>
      <CommittedField
        label={`Alert when above${inUnit}`}
        type="number"
        step="any"
        value={limitText(above)}
        onCommit={(text) => void save({ above: numberOf(text) })}
      />
      <CommittedField
        label={`Alert when below${inUnit}`}
        type="number"
        step="any"
        value={limitText(below)}
        onCommit={(text) => void save({ below: numberOf(text) })}
      />
      {(above !== null || below !== null) && (
        <CommittedField
          label="Minutes beyond a limit before an alert"
          type="number"
          required
          min={0}
          max={SILENT_MINUTES.most}
          value={String(minutes)}
          onCommit={(text) => void save({ minutes: Number(text) })}
        />
      )}
    </Stack>
  );
}
