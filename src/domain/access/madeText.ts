import type { MadeThings } from '#contract/schemas/accounts.ts';
import type { Permission } from '#contract/permissions.ts';
import { mayPass } from './permissions.ts';

/** For instance '2 tablets and 1 shared link'. */
export function madeText({ tablets, shares }: MadeThings): string {
  const texts = [counted(tablets, 'tablet'), counted(shares, 'shared link')];
  return texts.filter((text) => text !== '').join(' and ');
}

function counted(count: number, noun: string): string {
  if (count === 0) return '';
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** The things that a person made and could not make with these permissions; undefined: there are none. */
export function madeWithoutRight(
  made: MadeThings | undefined,
  permissions: readonly Permission[],
): MadeThings | undefined {
  const tablets = mayPass(permissions, ['admin']) ? 0 : (made?.tablets ?? 0);
  const shares = mayPass(permissions, ['photos:write']) ? 0 : (made?.shares ?? 0);
  return tablets + shares === 0 ? undefined : { tablets, shares };
}
