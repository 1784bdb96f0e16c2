import { TABLET_NAME_MAX_CHARACTERS } from '#contract/limits.ts';
import type { TabletChanges } from '#contract/schemas/tablets.ts';
import type { TabletSettings } from '#contract/tabletSettings.ts';
import { DEFAULT_TABLET_SETTINGS } from '#contract/tabletSettings.ts';
import { goesByTheSun } from '#domain/tabletAdmin/programmeRules.ts';
import { isLocale } from '#domain/tablets/languages/isLocale.ts';
import type { AuditLog } from '../audit/auditLog.ts';
import type { AuditEvent } from '../audit/auditRepository.ts';
import { UserError } from '../errors.ts';
import { plainText } from '../http/responses.ts';
import type { GuestCodeRepository } from '../shares/guestCodeRepository.ts';

interface Change {
  tablet: { id: string; name: string };
  wanted: Pick<TabletChanges, 'guestCode' | 'settings'>;
  /** The admin who changes it, and the address of the request. */
  by: { userId: string };
  address?: AuditEvent['address'];
}

interface CodeServices {
  guestCodes: GuestCodeRepository;
  audit: Pick<AuditLog, 'record'>;
}

/**
 * Makes the guest code that a change of a tablet asks for, ends the one before, and returns the resulting setting:
 * undefined when the change does not mention a code.
 */
export async function changeGuestCode(
  { tablet, wanted: { guestCode, settings }, ...admin }: Change,
  { guestCodes, audit }: CodeServices,
): Promise<Pick<Partial<TabletSettings>, 'guestShareId'>> {
  const shareId = settings?.guestShareId;
  if (guestCode === undefined && shareId === undefined) return {};
  const of = { tablet, by: admin.by.userId };
  const chosen = guestCode
    ? await guestCodes.choose(guestCode, of)
    : typeof shareId === 'string' && guestCode === undefined
      ? await guestCodes.chooseLike(shareId, of)
      : undefined;
  if (chosen?.isNew) {
    audit.record({
      action: 'album-shared',
      ...admin,
      what: `“${chosen.share.albumName}” by the code on ${tablet.name}`,
    });
  }
  for (const { albumName, name } of await guestCodes.endOf(tablet.id, chosen?.share.id))
    audit.record({ action: 'share-ended', ...admin, what: `“${albumName}”${name === null ? '' : ` for ${name}`}` });
  return { guestShareId: chosen?.share.id ?? null };
}

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

/** Without `undefined`, the time stays as it is; null: never. */
export function checkedEnd(text: string | null | undefined, now: number): number | null | undefined {
  if (text === undefined || text === null) return text;
  const time = Date.parse(text);
  if (Number.isNaN(time))
    throw new UserError(400, 'expiresAt must be a time such as 2027-01-31T12:00:00.000Z, or null');
  if (time <= now) throw new UserError(400, 'The time at which the tablet ends must be in the future');
  return time;
}
