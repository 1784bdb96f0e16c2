import { isRecord, textOf } from '../records.ts';
import { PAIRING } from '#contract/limits.ts';

/** The letters as they were meant: small letters, spaces and hyphens count for nothing. */
export function typedCode(typed: string): string {
  return typed.replace(/[\s-]/g, '').toUpperCase();
}

const LETTERS = new RegExp(`^[${PAIRING.alphabet}]{${PAIRING.letters}}$`);

/** Whether a screen could show these letters. */
export function isPairingCode(code: string): boolean {
  return LETTERS.test(code);
}

/** The letters in two groups of three, which are read and typed with fewer mistakes. */
export function spacedCode(code: string): string {
  const half = Math.ceil(code.length / 2);
  return `${code.slice(0, half)} ${code.slice(half)}`;
}

/** The next action of a screen that shows letters. */
export type PairingStep =
  | { kind: 'ask-again' }
  | { kind: 'take'; key: string; deviceSecret: string }
  /** Its letters are over, or the key that somebody gave for them never arrived. */
  | { kind: 'new-letters'; isKeyLost: boolean };

/**
 * The step that follows a response to the question whether somebody has accepted the screen; undefined for a response
 * that is not the server's, a captive portal's page for instance.
 */
export function pairingStep(response: unknown): PairingStep | undefined {
  if (!isRecord(response)) return undefined;
  if (response.state === 'waiting') return { kind: 'ask-again' };
  if (response.state !== 'paired') return undefined;
  const key = textOf(response, 'key');
  return key === ''
    ? { kind: 'new-letters', isKeyLost: true }
    : { kind: 'take', key, deviceSecret: textOf(response, 'deviceSecret') };
}
