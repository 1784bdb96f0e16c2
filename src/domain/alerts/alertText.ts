import type { AlertMessage } from '#contract/alerts/schemas.ts';
import type { Words } from '#domain/watched.ts';

/** The page of the administration that a message leads to. */
export function pageOf({ about, nodeIds, tabletIds }: Pick<AlertMessage, 'about' | 'nodeIds' | 'tabletIds'>): string {
  if (about === 'server') return '/admin';
  if (about === 'guests') return '/admin/waiting';
  const [id, ...others] = about === 'tablets' ? tabletIds : nodeIds;
  const one = id !== undefined && others.length === 0 ? encodeURIComponent(id) : undefined;
  if (about === 'tablets') return one === undefined ? '/admin/tablets' : `/admin/tablets/${one}`;
  return one === undefined ? '/admin/circuit-tree/health' : `/admin/circuit-tree/nodes/${one}`;
}

export const TEST_WORDS: Words = {
  title: 'A test from Circuit Tree',
  body: 'This channel works: alerts arrive here.',
};
