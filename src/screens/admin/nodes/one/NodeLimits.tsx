import { type FormEvent, useState } from 'react';
import { changeNode } from '#src/api/nodes.ts';
import { SILENT_MINUTES } from '#contract/admin/limits.ts';
import type { NodeDetails, ValueLimits } from '#contract/schemas/nodes.ts';
import { Button } from '#src/ui/Button.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { adminCall } from '../../session/adminCall.ts';
import { withToast } from '../../shell/toasts.ts';
import shapes from '#src/ui/shapes.module.css';

interface Props {
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
export function NodeLimits({ node: { nodeId, limits, unit }, reload }: Props) {
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
