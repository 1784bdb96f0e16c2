import { createFileRoute } from '@tanstack/react-router';

/** One album; see the layout. */
export const Route = createFileRoute('/admin/photos/$slug')({});
