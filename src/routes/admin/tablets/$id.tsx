import { createFileRoute } from '@tanstack/react-router';
import { TabletScreen } from '#src/admin/tablets/one/TabletScreen.tsx';

export const Route = createFileRoute('/admin/tablets/$id')({
  component: TabletScreen,
});
