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
