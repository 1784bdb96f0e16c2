import type { Album } from '#contract/photos/schemas.ts';

/**
 * Names the changes that somebody else made to an album, as a sentence for the person whose own change was rejected.
 */
export function conflictText(before: Album, present: Album): string {
  const changes = [
    before.name === present.name ? '' : `it is now called “${present.name}”`,
    before.slug === present.slug ? '' : `its address is now “${present.slug}”`,
    before.parentSlug === present.parentSlug ? '' : `it is now in ${parentText(present)}`,
    before.order === present.order ? '' : 'its photos are in another order',
    chosenCoverOf(before) === chosenCoverOf(present) ? '' : 'it has another cover',
  ].filter(Boolean);
  const what = changes.length === 0 ? '' : `: ${listed(changes)}`;
  return `Somebody else changed this album meanwhile${what}. Yours is not saved yet: save again to apply it.`;
}

function chosenCoverOf({ coverChosen, cover }: Album): string | undefined {
  return coverChosen && cover?.filename;
}

function parentText({ parentSlug }: Album): string {
  return parentSlug === undefined ? 'no other album' : `the album with the address “${parentSlug}”`;
}

function listed(parts: readonly string[]): string {
  const last = parts.at(-1) ?? '';
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`;
}
