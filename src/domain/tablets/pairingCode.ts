import { isRecord, textOf } from '../records.ts';
import { PAIRING } from '#contract/limits.ts';

/** The code as it was meant: case, spaces and hyphens are ignored. */
export function typedCode(typed: string): string {
  return typed.replace(/[\s-]/g, '').toUpperCase();
}

const LETTERS = new RegExp(`^[${PAIRING.alphabet}]{${PAIRING.letters}}$`);

/** Whether a screen could show this code. */
export function isPairingCode(code: string): boolean {
  return LETTERS.test(code);
}

/** The code in two groups of three, which are read and typed with fewer mistakes. */
export function spacedCode(code: string): string {
  const half = Math.ceil(code.length / 2);
  return `${code.slice(0, half)} ${code.slice(half)}`;
}

/** The next action of a screen that shows a code. */
export type PairingStep =
  | { kind: 'ask-again' }
  | { kind: 'take'; key: string }
  /** Its code has expired, or the key that was granted for it never arrived. */
  | { kind: 'new-letters'; isKeyLost: boolean };

/**
 * The step after a response about this screen's pairing; undefined for a response that is not the server's, a captive
 * portal's page for instance.
 */
export function pairingStep(response: unknown): PairingStep | undefined {
  if (!isRecord(response)) return undefined;
  if (response.state === 'waiting') return { kind: 'ask-again' };
  if (response.state !== 'paired') return undefined;
  const key = textOf(response, 'key');
  return key === '' ? { kind: 'new-letters', isKeyLost: true } : { kind: 'take', key };
}
