import { TABLET_NAME_MAX_CHARACTERS } from '#contract/limits.ts';
import type { TabletSettings } from '#contract/schemas/tabletSettings.ts';
import { isLocale } from '#domain/tablets/isLocale.ts';
import { UserError } from '../errors.ts';
import { plainText } from '../http/plainText.ts';

export function checkedTabletName(text: string): string {
  const trimmed = text.trim();
  if (trimmed !== '' && trimmed.length <= TABLET_NAME_MAX_CHARACTERS) return plainText(trimmed);
  throw new UserError(400, `A tablet needs a name of 1 to ${TABLET_NAME_MAX_CHARACTERS} characters`);
}

export function checkedSettings(given: Partial<TabletSettings>): Partial<TabletSettings> {
  if (given.locale !== undefined && !isLocale(given.locale)) {
    throw new UserError(400, `"${given.locale}" is no language, such as "de" or "fr-CA"`);
  }
  return given;
}

/** Without `undefined`, the time stays as it is; null: never. */
export function checkedEnd(text: string | null | undefined, now: number): number | null | undefined {
  if (text === undefined || text === null) return text;
  const time = Date.parse(text);
  if (Number.isNaN(time))
    throw new UserError(400, 'expiresAt must be a time such as 2027-01-31T12:00:00.000Z, or null');
  if (time <= now) throw new UserError(400, 'The time at which the tablet ends must be in the future');
  return time;
}
