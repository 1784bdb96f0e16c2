import { createFileRoute } from '@tanstack/react-router';

/** One album. The parent route (route.tsx) renders the screen. */
export const Route = createFileRoute('/admin/photos/$slug')({});
