import { CODENAMES } from '#contract/storageKeys.ts';

const MOST_WORDS = 2_000;

/** The words that somebody confirmed on this phone. */
export function confirmedWords(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(CODENAMES.words) ?? '[]');
    return Array.isArray(stored) ? stored.filter((word) => typeof word === 'string') : [];
  } catch {
    return [];
  }
}

export function rememberWord(word: string): void {
  const others = confirmedWords().filter((other) => other !== word);
  try {
    localStorage.setItem(CODENAMES.words, JSON.stringify([...others, word].slice(-MOST_WORDS)));
  } catch {
    // Without storage the word counts for this game alone.
  }
}
