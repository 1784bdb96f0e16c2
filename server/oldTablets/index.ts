import { OLD_TABLET_PAGE } from '#contract/paths.ts';
import { originsOf } from '#server/core/http/pages/pageHeaders.ts';
import { subject } from '#server/core/subject.ts';

/** The page for old tablets: it may only load its own script and styles, calls and photos. */
export const oldTablets = subject('oldTablets', ({ slots }) => {
  slots.shell.add({
    page: {
      path: OLD_TABLET_PAGE,
      file: 'frame.html',
      policy: ({ baseApiUrl, baseAssetUrl }) => ({
        'default-src': ["'none'"],
        'script-src': ["'self'"],
        'style-src': ["'self'"],
        'img-src': ["'self'", 'data:', ...originsOf([baseAssetUrl])],
        'connect-src': ["'self'", ...originsOf([baseApiUrl])],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
        'base-uri': ["'none'"],
      }),
    },
  });
});
