import { KIOSK_EVENTS, EVENT_COMMENT_MS } from '#contract/tablets/kioskEvents.ts';
import type { TabletCommand } from '#contract/tablets/schemas.ts';
import { backoff } from '../backoff.ts';
import { isRecord, parsedJson } from '../records.ts';

/** The actions of a tablet on the events of its stream. */
export type KioskEvent =
  | { event: 'alive' | 'settings' | 'revoked' | 'albums' }
  | { event: 'command'; command: TabletCommand };

const SIMPLE_COMMANDS = ['identify', 'next', 'previous', 'pause', 'resume', 'reload', 'warm'] as const;

/** Undefined for an event of a later version. */
export function kioskEventFrom(name: keyof typeof KIOSK_EVENTS, data: string): KioskEvent | undefined {
  if (name !== KIOSK_EVENTS.command) return { event: name };
  const command = commandFrom(parsedJson(data));
  return command && { event: name, command };
}

function commandFrom(value: unknown): TabletCommand | undefined {
  if (!isRecord(value)) return undefined;
  const { albumId, filename, text, on } = value;
  if (value.command === 'message') return typeof text === 'string' ? { command: 'message', text } : undefined;
  if (value.command === 'awake') return typeof on === 'boolean' ? { command: 'awake', on } : undefined;
  if (value.command === 'show') {
    if (typeof albumId !== 'string') return undefined;
    return { command: 'show', albumId, ...(typeof filename === 'string' && { filename }) };
  }
  // Old tablets have no `find`.
  for (const command of SIMPLE_COMMANDS) if (command === value.command) return { command };
  return undefined;
}

/**
 * A proxy that delays the stream brings no first event within this time: then the tablet polls, as it would without a
 * stream.
 */
export const FIRST_WORD_WITHIN_MS = 10_000;
/** A stream that was silent for this long is dead, even if nobody has reported it. */
export const SILENT_AFTER_MS = 2.5 * EVENT_COMMENT_MS;
/** A stream that lasted this long was a good one: the next attempt comes soon. */
export const STEADY_AFTER_MS = 60_000;

const delayMs = backoff({ firstMs: 4_000, longestMs: 5 * 60_000 });

/**
 * Returns the wait before connecting again after this many failures in a row; `random` is from 0 to 1. It keeps the
 * tablets of a restarted server from coming back in the same second.
 */
export function reconnectDelayMs(failuresInARow: number, random: number): number {
  return delayMs(failuresInARow) * (0.25 + 0.75 * random);
}
