import { createFileRoute } from '@tanstack/react-router';

/** The albums at the top level. The parent route (route.tsx) renders the screen. */
export const Route = createFileRoute('/admin/photos/')({});
