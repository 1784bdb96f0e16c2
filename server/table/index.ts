import { READER_ROOT } from '#contract/reader.ts';
import { subject } from '#server/core/subject.ts';

/** A game of Codenames reads words with code in WebAssembly. */
const WEB_ASSEMBLY = "'wasm-unsafe-eval'";

/** Codenames, which a phone plays by itself: the server sends the files of the reader of words. */
export const table = subject('table', ({ slots }) => {
  slots.shell.add({
    allows: { path: '/codenames', policy: { 'script-src': [WEB_ASSEMBLY] } },
    folder: {
      path: READER_ROOT,
      // A worker follows the policy of its own file, not its page's.
      policy: () => ({
        'default-src': ["'none'"],
        'script-src': ["'self'", WEB_ASSEMBLY],
        'connect-src': ["'self'"],
        'frame-ancestors': ["'none'"],
      }),
    },
  });
});
