import { subject } from '#server/core/subject.ts';
import { photos } from '#server/photos/index.ts';
import { tablets } from '#server/tablets/index.ts';
import { changeGuestCode } from './changeGuestCode.ts';
import { endCodesWith, guestCodeRepository } from './guestCodeRepository.ts';
import { waitingRepository } from './waitingRepository.ts';
import { registerWaitingRoutes } from './waitingRoutes.ts';

/** The codes on walls by which guests send photos, and their photos that wait for approval. */
export const guests = subject('guests', (core) => {
  const { db, now, audit, sealing, slots } = core;
  const waiting = waitingRepository(db, now);
  slots.routes.add((app) => registerWaitingRoutes(app, { ...core, ...photos.of(core), waiting }));
  const guestCodes = guestCodeRepository(db, now, sealing);
  tablets.of(core).wallCodes.add({
    change: (change) => changeGuestCode(change, { guestCodes, audit }),
    shownOn: async ({ id, settings: { guestShareId } }) =>
      guestShareId === null ? undefined : guestCodes.shownBy(id, guestShareId),
    endWith: endCodesWith,
  });
  return { guestCodes, waiting };
});
