import { createFileRoute } from '@tanstack/react-router';
import { LandingScreen } from '../screens/landing/LandingScreen.tsx';

interface LandingSearch {
  requestedUrl?: string;
  error?: string;
  /**
   * Shows the letters that connect this screen: `new` to somebody who asked for them, `again` to a screen whose key was
   * revoked.
   */
  connect?: 'new' | 'again';
}

export const Route = createFileRoute('/')({
  validateSearch: ({ requestedUrl, error, connect }: Record<string, unknown>): LandingSearch => ({
    ...(typeof requestedUrl === 'string' ? { requestedUrl } : {}),
    ...(typeof error === 'string' ? { error } : {}),
    ...(connect === 'new' || connect === 'again' ? { connect } : {}),
  }),
  component: LandingScreen,
});
