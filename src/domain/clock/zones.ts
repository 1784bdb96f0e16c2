import type { Rule } from '#contract/programme/schemas.ts';
import type { TabletSettings } from '#contract/tablets/tabletSettings.ts';
import { isDarkRule, ruleAt, type Moment } from '#domain/programme/programme.ts';

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

export function isTimeOfDay(text: string): boolean {
  return TIME.test(text);
}

export function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** The time of day as `HH:MM` where the zone is. */
export function timeIn(zone: string, nowMs: number): string {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  return format.format(nowMs);
}

type Programme = Pick<TabletSettings, 'programme' | 'place'>;

/** The rule by which a tablet in some time zone is dark: it may then be switched off without an alert. */
export function darkRuleAt(programme: Programme, { zone, nowMs }: { zone: string; nowMs: number }): Rule | undefined {
  if (!programme.programme.some(isDarkRule)) return undefined;
  const rule = ruleAt(programme, zonedMoment(zone, nowMs));
  return rule && isDarkRule(rule) ? rule : undefined;
}

/** A moment by the clocks of a time zone. Minutes are read there too: some zones differ by half an hour. */
export function zonedMoment(zone: string, atMs: number): Moment {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const parts = new Map(format.formatToParts(atMs).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  const wallMs = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return { atMs, wallMs };
}
