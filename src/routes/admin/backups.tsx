import { createFileRoute } from '@tanstack/react-router';
import { BackupsScreen } from '#src/admin/backups/BackupsScreen.tsx';

export const Route = createFileRoute('/admin/backups')({
  component: BackupsScreen,
});
