import { useState, type FormEvent } from 'react';
import { changeNode } from '#src/api/nodes.ts';
import { SILENT_MINUTES } from '#contract/admin/limits.ts';
import type { NodeChangesPayload, NodeDetails, ValueLimits } from '#contract/schemas/nodes.ts';
import { Button } from '#src/ui/Button.tsx';
import { CommittedField } from '#src/ui/fields/CommittedField.tsx';
import { Switch } from '#src/ui/fields/Switch.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { adminCall } from '../../session/adminCall.ts';
import { useInTurn } from '../../shell/useAction.ts';
import { withToast } from '../../shell/toasts.ts';
import { shapes } from '#src/ui/shapes.ts';

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
    <section className={`${shapes.stack3} ${shapes.slim}`} aria-labelledby="node-alerts">
      <h2 id="node-alerts" className={shapes.heading}>
        Alerts
      </h2>
      {isTold && (
        <p>
          {isAcknowledged
            ? 'An alert told that it is silent, and somebody has acknowledged it.'
            : 'An alert told that it is silent.'}
        </p>
      )}
      {isTold && !isAcknowledged && (
        <Button className={shapes.atStart} onClick={() => void change({ isAcknowledged: true })}>
          Acknowledge
        </Button>
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
    </section>
  );
}

interface NodeLimitsProps {
  node: NodeDetails;
  reload: () => Promise<void>;
}

const MINUTES = 5;

function textOf(number: number | null): string {
  return number === null ? '' : String(number);
}

function numberOf(text: string): number | null {
  return text === '' ? null : Number(text);
}

function typedOf(limits: ValueLimits | null) {
  const { above, below, minutes } = limits ?? { above: null, below: null, minutes: MINUTES };
  return { above: textOf(above), below: textOf(below), minutes: textOf(minutes) };
}

function limitsOf({ above, below, minutes }: ReturnType<typeof typedOf>): ValueLimits | null {
  if (above === '' && below === '') return null;
  return { above: numberOf(above), below: numberOf(below), minutes: numberOf(minutes) ?? MINUTES };
}

/** The limits beyond which the value of this node is reported. */
export function NodeLimits({ node: { nodeId, limits, unit }, reload }: NodeLimitsProps) {
  const [typed, setTyped] = useState(() => typedOf(limits));
  const change = (name: keyof typeof typed) => (event: { target: { value: string } }) =>
    setTyped((before) => ({ ...before, [name]: event.target.value }));
  const inUnit = unit ? ` (${unit})` : '';

  async function save() {
    await adminCall((token) => changeNode(token, nodeId, { limits: limitsOf(typed) }));
    await reload();
    return 'The limits are saved.';
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    void withToast(save, { failed: (why) => `The limits were not saved. ${why}` });
  }

  return (
    <section className={`${shapes.stack3} ${shapes.slim}`} aria-labelledby="node-limits">
      <h2 id="node-limits" className={shapes.heading}>
        Limits of the value
      </h2>
      <form className={`${shapes.stack3} ${shapes.slim}`} onSubmit={submit}>
        <TextField
          label={`Tell when above${inUnit}`}
          type="number"
          step="any"
          value={typed.above}
          onChange={change('above')}
        />
        <TextField
          label={`Tell when below${inUnit}`}
          type="number"
          step="any"
          value={typed.below}
          onChange={change('below')}
        />
        <TextField
          label="For so many minutes"
          type="number"
          min={0}
          max={SILENT_MINUTES.most}
          value={typed.minutes}
          onChange={change('minutes')}
        />
        <Button
          type="submit"
          className={shapes.atStart}
          disabled={JSON.stringify(typed) === JSON.stringify(typedOf(limits))}
        >
          Save limits
        </Button>
      </form>
    </section>
  );
}
