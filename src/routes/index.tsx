import { createFileRoute } from '@tanstack/react-router';
import { LandingScreen } from '../screens/landing/LandingScreen.tsx';

interface LandingSearch {
  requestedUrl?: string;
  error?: string;
}

export const Route = createFileRoute('/')({
  validateSearch: ({ requestedUrl, error }: Record<string, unknown>): LandingSearch => ({
    ...(typeof requestedUrl === 'string' ? { requestedUrl } : {}),
    ...(typeof error === 'string' ? { error } : {}),
  }),
  component: LandingScreen,
});
