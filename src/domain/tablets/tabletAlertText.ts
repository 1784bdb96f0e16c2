import type { SilenceTerms } from '#domain/watched.ts';

export const TABLET_SILENCE: SilenceTerms = {
  things: 'tablets',
  silent: 'off the wall',
  nothing: 'No sign of life',
  back: 'on the wall again',
};
