import type { Source } from '#contract/schemas/arrivals/sources.ts';
import { type Reader, whenText } from '../clock/when.ts';
import { countOf } from '../curation/counts.ts';

const STATES: Record<Source['state'], string> = {
  reading: 'Being read just now',
  ok: 'All is taken',
  away: 'Away',
  failed: 'Needs attention',
  paused: 'Paused',
};

/** The state of a source in words. */
export function sourceStateText({ state, message, lastReadAt, photos }: Source, reader: Reader): string {
  const why = message === undefined ? '' : `: ${message}`;
  const when = lastReadAt === null ? 'not read yet' : `last read ${whenText(lastReadAt, reader)}`;
  return `${STATES[state]}${why} · ${countOf(photos, 'photo')} · ${when}`;
}
