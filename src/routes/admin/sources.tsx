import { createFileRoute } from '@tanstack/react-router';
import { SourcesScreen } from '#src/admin/sources/SourcesScreen.tsx';

export const Route = createFileRoute('/admin/sources')({
  component: SourcesScreen,
});
