import { createFileRoute } from '@tanstack/react-router';
import { LandingScreen } from '#src/visit/landing/LandingScreen.tsx';

/** The author of a link can put any text there. */
const ERROR_MAX_CHARACTERS = 300;

interface LandingSearch {
  requestedUrl?: string;
  error?: string;
  /**
   * Shows the code that connects this screen: `new` for somebody who asked for it, `again` on a screen whose key was
   * revoked.
   */
  connect?: 'new' | 'again';
}

export const Route = createFileRoute('/')({
  validateSearch: ({ requestedUrl, error, connect }: Record<string, unknown>): LandingSearch => ({
    ...(typeof requestedUrl === 'string' ? { requestedUrl } : {}),
    ...(typeof error === 'string' ? { error: error.slice(0, ERROR_MAX_CHARACTERS) } : {}),
    ...(connect === 'new' || connect === 'again' ? { connect } : {}),
  }),
  component: LandingScreen,
});
