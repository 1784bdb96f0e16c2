import { KIOSK_EVENTS } from '#contract/kioskEvents.ts';
import type { TabletCommand } from '#contract/schemas/tablets.ts';
import { parsedJson } from '../parsedJson.ts';
import { isRecord } from '../records.ts';

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
  const command = SIMPLE_COMMANDS.find((one) => one === value.command);
  return command && { command };
}
