import type { Range } from './historyWords.ts';

/** Charts are drawn one unit wide for each step and this high; the page stretches them. */
export const CHART_HEIGHT = 100;

type Values = readonly (number | null)[];

/** A range of round numbers with room above and below, never empty. */
export function axisOf({ low, high }: Range): Range {
  const size = Math.max(Math.abs(low), Math.abs(high));
  // Differences that are too small for the axis are ignored.
  const spread = high - low > Math.max(size * 1e-6, 1e-6) ? high - low : Math.max(size, 1e-6);
  const step = roundStep(spread / 4);
  // A multiple of the step may differ from the value itself by a rounding error.
  const bottom = low >= 0 && low < spread ? 0 : Math.min(low, Math.floor(low / step) * step);
  const top = Math.max(high, Math.ceil(high / step) * step) || step;
  // One value below zero may be a multiple of the step itself.
  return { low: bottom, high: top > bottom ? top : bottom + step };
}

function roundStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 5, 10].find((one) => one * power >= rough) ?? 10;
  return factor * power;
}

function yOf(value: number, { low, high }: Range): number {
  return Math.round((CHART_HEIGHT - ((value - low) / (high - low)) * CHART_HEIGHT) * 100) / 100;
}

/** Runs of steps with a value, as `[first, last]`. */
function runs(values: Values): [first: number, last: number][] {
  const found: [number, number][] = [];
  let first: number | undefined;
  for (let step = 0; step <= values.length; step++) {
    const value = values[step];
    const hasValue = value !== null && value !== undefined;
    if (hasValue) first ??= step;
    else if (first !== undefined) {
      found.push([first, step - 1]);
      first = undefined;
    }
  }
  return found;
}

/** A line through the middles of the steps, broken where there is no value; a lone value is a short stroke. */
export function linePath(values: Values, axis: Range): string {
  return runs(values)
    .map(([first, last]) => {
      if (first === last) return `M${first} ${yOf(values[first] ?? 0, axis)}h1`;
      const points = values
        .slice(first, last + 1)
        .map((value, index) => `${first + index + 0.5} ${yOf(value ?? 0, axis)}`);
      return `M${points.join('L')}`;
    })
    .join('');
}

/** The area between the lowest and the highest values. */
export function bandPath(low: Values, high: Values, axis: Range): string {
  return runs(high)
    .map(([first, last]) => {
      const steps = Array.from({ length: last - first + 1 }, (_, index) => first + index);
      const above = steps.map((step) => `${step + 0.5} ${yOf(high[step] ?? 0, axis)}`);
      const below = [...steps]
        .sort((one, other) => other - one)
        .map((step) => `${step + 0.5} ${yOf(low[step] ?? 0, axis)}`);
      return `M${[...above, ...below].join('L')}z`;
    })
    .join('');
}

/** A bar for each step with a value above the axis' lower end. */
export function barsPath(values: Values, axis: Range): string {
  return values
    .map((value, step) => {
      if (value === null || value <= axis.low) return '';
      const top = Math.max(0, yOf(value, axis));
      return `M${step} ${top}h1V${CHART_HEIGHT}h-1z`;
    })
    .join('');
}

/** Columns over the whole height for the steps that `wanted` names. */
export function columnsPath(count: number, wanted: (step: number) => boolean): string {
  let path = '';
  for (let step = 0; step < count; step++) if (wanted(step)) path += `M${step} 0h1v${CHART_HEIGHT}h-1z`;
  return path;
}
