import type { Tablet } from '#contract/schemas/tablets.ts';
import { foldText } from '../albums/foldText.ts';

/** The tablets whose name has every typed word, by name; those that are revoked come last. */
export function arrangedTablets<Listed extends Pick<Tablet, 'name' | 'state'>>(
  tablets: readonly Listed[],
  search: string,
): Listed[] {
  const words = foldText(search).split(/\s/);
  const found = tablets.filter(({ name }) => {
    const folded = foldText(name);
    return words.every((word) => folded.includes(word));
  });
  return found.sort(byState);
}

const BY_NAME = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

function byState(one: Pick<Tablet, 'name' | 'state'>, other: Pick<Tablet, 'name' | 'state'>): number {
  const isOver = Number(one.state === 'revoked') - Number(other.state === 'revoked');
  return isOver || BY_NAME.compare(one.name, other.name);
}
