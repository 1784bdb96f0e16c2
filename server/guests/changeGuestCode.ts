import type { TabletSettings } from '#contract/tablets/tabletSettings.ts';
import type { AuditLog } from '#server/core/audit/auditLog.ts';
import type { CodeChange } from '#server/tablets/wallCodes.ts';
import type { GuestCodeRepository } from './guestCodeRepository.ts';

interface CodeServices {
  guestCodes: GuestCodeRepository;
  audit: Pick<AuditLog, 'record'>;
}

/**
 * Makes the guest code that a change of a tablet asks for, ends the one before, and returns the resulting setting:
 * undefined when the change does not mention a code.
 */
export async function changeGuestCode(
  { tablet, wanted: { guestCode, settings }, ...admin }: CodeChange,
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
