import type { MadeThings } from '#contract/users/schemas.ts';
import type { Permission } from '#contract/permissions.ts';
import { countOf } from '#domain/curation/counts.ts';
import { mayPass } from '#domain/access/permissions.ts';

const NOUNS: Record<keyof MadeThings, string> = {
  tablets: 'tablet',
  shares: 'shared link',
  sources: 'source of photos',
  channels: 'channel of alerts',
};
const PLURALS: Partial<Record<keyof MadeThings, string>> = {
  sources: 'sources of photos',
  channels: 'channels of alerts',
};
const KINDS = ['tablets', 'shares', 'sources', 'channels'] as const;

/** For instance '2 tablets, 1 shared link and 1 channel of alerts'. */
export function madeText(made: MadeThings): string {
  const texts = KINDS.filter((kind) => made[kind] > 0).map((kind) => counted(made[kind], kind));
  const last = texts.pop() ?? '';
  return texts.length === 0 ? last : `${texts.join(', ')} and ${last}`;
}

function counted(count: number, kind: keyof MadeThings): string {
  const plural = PLURALS[kind];
  return count !== 1 && plural !== undefined ? `${count} ${plural}` : countOf(count, NOUNS[kind]);
}

/** The things that a person made and could not make with these permissions; undefined: there are none. */
export function madeWithoutRight(
  made: MadeThings | undefined,
  permissions: readonly Permission[],
): MadeThings | undefined {
  if (!made) return undefined;
  const left: MadeThings = {
    ...(mayPass(permissions, ['admin']) ? { tablets: 0, sources: 0, channels: 0 } : made),
    shares: mayPass(permissions, ['photos:write']) ? 0 : made.shares,
  };
  return KINDS.every((kind) => left[kind] === 0) ? undefined : left;
}
