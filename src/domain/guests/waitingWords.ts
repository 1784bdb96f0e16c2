import type { Words } from '#domain/watched.ts';

/** The message about photos of guests that wait for approval. */
export function waitingWords(count: number): Words {
  const title = count === 1 ? 'A photo of a guest waits' : `${count} photos of guests wait`;
  return { title, body: 'Nobody else sees them before you approve them.' };
}
