import type { Rule } from '#contract/schemas/tabletSettings.ts';

/** Rules to start from. */
export const READY_RULES: readonly { name: string; rule: Rule }[] = [
  { name: 'Dark at night', rule: { from: '22:00', to: '07:00', shows: 'dark-clock' } },
  { name: 'Dimmed from sunset', rule: { from: 'sunset', to: 'sunrise', shows: 'slideshow', dim: 40 } },
  { name: 'Christmas in December', rule: { dates: { from: '12-01', to: '12-31' }, shows: 'slideshow' } },
];

export function goesByTheSun({ from, to }: Pick<Rule, 'from' | 'to'>): boolean {
  return isOfSun(from) || isOfSun(to);
}

function isOfSun(time: string | undefined): boolean {
  return time === 'sunrise' || time === 'sunset';
}

/** With a day of the week, or without it; all days are the same as none. */
export function withDayToggled({ days = ALL_DAYS, ...rule }: Rule, day: number): Rule {
  const changed = days.includes(day) ? days.filter((one) => one !== day) : [...days, day].sort((a, b) => a - b);
  // The last day stays: a rule without days would never count.
  if (changed.length === 0) return { ...rule, days };
  return changed.length === ALL_DAYS.length ? rule : { ...rule, days: changed };
}

const ALL_DAYS: number[] = [1, 2, 3, 4, 5, 6, 7];

/** The rules with one of them at another place. */
export function withRuleMoved(rules: readonly Rule[], from: number, to: number): Rule[] {
  const moved = rules[from];
  if (!moved || to < 0 || to >= rules.length) return [...rules];
  const others = rules.filter((_, index) => index !== from);
  return [...others.slice(0, to), moved, ...others.slice(to)];
}

/** Without fields that say nothing, which the server would store all the same. */
export function tidyRule({ albumIds = [], dim = 0, ...rule }: Rule): Rule {
  return {
    ...rule,
    ...(rule.shows === 'slideshow' && albumIds.length > 0 && { albumIds }),
    ...(dim > 0 && rule.shows !== 'black' && { dim }),
  };
}
