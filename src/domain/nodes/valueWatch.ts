import type { ValueLimits } from '#contract/nodes/schemas.ts';

/** The value of a node, with its unit and text. */
export interface NodeValue {
  brightness: number | null;
  unit: string | null;
  text: string | null;
  isFailing: boolean;
}

/** Whether a node is reported: it says that it failed, or its value is beyond a limit. */
export function isBeyond({ brightness, isFailing }: NodeValue, limits: ValueLimits | null): boolean {
  if (isFailing) return true;
  if (brightness === null || !limits) return false;
  const { above, below } = limits;
  return (above !== null && brightness > above) || (below !== null && brightness < below);
}

/** Such as '31 °C, above 28 °C for 10 minutes.' */
export function beyondSentence(value: NodeValue, limits: ValueLimits | null): string {
  if (value.isFailing) return value.text === null ? 'It says that something failed.' : `It failed: ${value.text}`;
  const { above, minutes } = limits ?? { above: null, below: null, minutes: 0 };
  const isAbove = above !== null && (value.brightness ?? 0) > above;
  const limit = isAbove ? `above ${valueText(above, value)}` : `below ${valueText(limits?.below ?? null, value)}`;
  const since = minutes === 0 ? '' : ` for ${minutes} minute${minutes === 1 ? '' : 's'}`;
  return `${valueText(value.brightness, value)}, ${limit}${since}.`;
}

export function withinSentence(value: NodeValue): string {
  if (value.brightness === null) return 'It says that all is well.';
  return `${valueText(value.brightness, value)} now.`;
}

/** The value of a node as it was sent, with its unit. */
export function valueText(number: number | null, { unit }: Pick<NodeValue, 'unit'>): string {
  return [number === null ? '' : String(number), unit ?? ''].join(' ').trim();
}
