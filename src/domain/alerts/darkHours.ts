import type { TabletSettings } from '#contract/schemas/tabletSettings.ts';
import { zonedMoment } from '../clock/zonedMoment.ts';
import { isDarkRule, ruleAt } from '../tablets/programme.ts';

type Programme = Pick<TabletSettings, 'programme' | 'place'>;

/** Whether a tablet in some time zone is dark by its programme: it may then be switched off, and nobody misses it. */
export function isInDarkHours(programme: Programme, { zone, nowMs }: { zone: string; nowMs: number }): boolean {
  if (!programme.programme.some(isDarkRule)) return false;
  const rule = ruleAt(programme, zonedMoment(zone, nowMs));
  return rule !== undefined && isDarkRule(rule);
}
