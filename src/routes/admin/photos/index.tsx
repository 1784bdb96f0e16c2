import { createFileRoute } from '@tanstack/react-router';

/** The albums at the top level; see the layout. */
export const Route = createFileRoute('/admin/photos/')({});
