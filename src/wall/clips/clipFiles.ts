import { clipUrl } from '#src/shared/clips/clipUrl.ts';
import type { OtherFiles } from '#src/wall/slots.ts';

/** The clips of photos, on a wall that plays them. */
export const clipFiles: OtherFiles = {
  isWanted: ({ clips }) => clips !== 'off',
  urlOf: (photo) => photo.clip && clipUrl(photo),
};
