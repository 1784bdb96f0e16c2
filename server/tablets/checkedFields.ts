import { TABLET_NAME_MAX_CHARACTERS } from '#contract/limits.ts';
import { DEFAULT_TABLET_SETTINGS, type TabletSettings } from '#contract/tablets/tabletSettings.ts';
import { goesByTheSun } from '#domain/programme/programmeRules.ts';
import { isLocale } from '#domain/tablets/languages/isLocale.ts';
import { UserError } from '#server/core/errors.ts';
import { plainText } from '#server/core/http/responses.ts';

export function checkedTabletName(text: string): string {
  const trimmed = text.trim();
  if (trimmed !== '' && trimmed.length <= TABLET_NAME_MAX_CHARACTERS) return plainText(trimmed);
  throw new UserError(400, `A tablet needs a name of 1 to ${TABLET_NAME_MAX_CHARACTERS} characters`);
}

/** `before`: the settings that apply where none are given. */
export function checkedSettings(
  given: Partial<TabletSettings>,
  before: Pick<TabletSettings, 'programme' | 'place'> = DEFAULT_TABLET_SETTINGS,
): Partial<TabletSettings> {
  if (given.locale !== undefined && !isLocale(given.locale)) {
    throw new UserError(400, `"${given.locale}" is no language, such as "de" or "fr-CA"`);
  }
  const { programme = before.programme, place = before.place } = given;
  for (const { from, to } of programme) {
    if ((from === undefined) !== (to === undefined)) {
      throw new UserError(400, 'A rule has both "from" and "to", or neither');
    }
    if (place === null && goesByTheSun({ from, to })) {
      throw new UserError(400, 'A rule by sunrise or sunset needs the place of the tablet');
    }
  }
  return given;
}

/** Checks the time at which a tablet ends. Undefined: it stays as it is; null: never. */
export function checkedEnd(text: string | null | undefined, now: number): number | null | undefined {
  if (text === undefined || text === null) return text;
  const time = Date.parse(text);
  if (Number.isNaN(time))
    throw new UserError(400, 'expiresAt must be a time such as 2027-01-31T12:00:00.000Z, or null');
  if (time <= now) throw new UserError(400, 'The time at which the tablet ends must be in the future');
  return time;
}
