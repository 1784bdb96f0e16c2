import { PINGS } from '#contract/admin/limits.ts';
import { isRecord, parsedJson } from '../records.ts';
import { isPlainLine } from '../text/hiddenCharacters.ts';

/** The fields of a device's call, or of its message to a broker. */
export interface Ping {
  value?: number;
  unit?: string;
  text?: string;
  /** False: the device reports a failure. */
  ok?: boolean;
}

export const PING_RULES = {
  value: 'value must be one number, such as 21.5',
  unit: `unit must be a text of at most ${PINGS.unitCharacters} printable characters, such as °C`,
  text: `text must be a text of at most ${PINGS.textCharacters} printable characters, in one line`,
  ok: 'ok must be 0 or 1',
  message: 'Send a number, or an object such as {"value":21.5,"unit":"°C"}',
} as const;

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const OK = new Map<unknown, boolean>([
  [0, false],
  ['0', false],
  [false, false],
  [1, true],
  ['1', true],
  [true, true],
]);

/** Reads the known fields of a query, a form or JSON; returns a sentence about the first wrong one. */
export function pingOf(fields: Readonly<Record<string, unknown>>): Ping | string {
  const ping: Ping = {};
  const { value, unit, text, ok } = fields;
  if (value !== undefined) {
    const number = numberOf(value);
    if (number === undefined) return PING_RULES.value;
    ping.value = number;
  }
  if (unit !== undefined) {
    if (!isPlainLine(unit, PINGS.unitCharacters)) return PING_RULES.unit;
    ping.unit = unit;
  }
  if (text !== undefined) {
    if (!isPlainLine(text, PINGS.textCharacters)) return PING_RULES.text;
    ping.text = text;
  }
  if (ok !== undefined) {
    const isOk = OK.get(ok);
    if (isOk === undefined) return PING_RULES.ok;
    ping.ok = isOk;
  }
  return ping;
}

/** Reads a message of a broker: JSON, or a number alone. An empty message is only a heartbeat. */
export function pingOfMessage(message: string): Ping | string {
  if (message.trim() === '') return {};
  const fields = parsedJson(message);
  if (isRecord(fields)) return pingOf(fields);
  const value = numberOf(message);
  return value === undefined ? PING_RULES.message : { value };
}

function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && NUMBER.test(value.trim()) ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}
