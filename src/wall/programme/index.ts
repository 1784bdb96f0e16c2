import { lazyPart } from '#src/shared/ui/lazyPart.ts';
import type { Cover } from '#src/wall/slots.ts';

/** Needed at once only on a tablet that has a programme, or the night of an older version. */
export const programme: Cover = {
  isNeeded: (settings) => settings.programme.length > 0 || 'night' in settings,
  Part: lazyPart(async () => (await import('./Programme.tsx')).Programme),
};
