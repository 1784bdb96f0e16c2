import { SEALING_KEYS_FILE } from '#server/core/db/dataFolder.ts';
import { subject } from '#server/core/subject.ts';
import { photos } from '#server/photos/index.ts';
import { tablets } from '#server/tablets/index.ts';
import { changeGuestCode } from './changeGuestCode.ts';
import { endCodesWith, guestCodeRepository } from './guestCodeRepository.ts';
import { waitingRepository } from './waitingRepository.ts';
import { registerWaitingRoutes } from './waitingRoutes.ts';
import { watchedGuests } from './watchedGuests.ts';

/** The codes on walls by which guests send photos, and their photos that wait for approval. */
export const guests = subject('guests', (core) => {
  const { db, now, audit, sealing, slots } = core;
  const waiting = waitingRepository(db, now);
  slots.routes.add((app) => registerWaitingRoutes(app, { audit, photos: photos.of(core).photos, waiting }));
  slots.overview.add(30, { for: ['photos:write'], read: async () => ({ waiting: await waiting.count() }) });
  slots.watched.add(40, () => watchedGuests({ waiting, now }));
  const guestCodes = guestCodeRepository(db, now, sealing);
  slots.listening.add({
    troubles: async () => (await guestCodes.lostOn().catch(() => [])).map((name) => codeLost(name)),
  });
  tablets.of(core).wallCodes.add({
    change: (change) => changeGuestCode(change, { guestCodes, audit }),
    shownOn: async ({ id, settings: { guestShareId } }) =>
      guestShareId === null ? undefined : guestCodes.shownBy(id, guestShareId),
    endWith: endCodesWith,
  });
  return { guestCodes, waiting };
});

function codeLost(name: string): string {
  return `${name} cannot show its code for guests: the file that opens it (${SEALING_KEYS_FILE}) did not come along with the database. Choose the code again`;
}
