import { createFileRoute } from '@tanstack/react-router';
import { TabletScreen } from '#src/screens/admin/tablets/one/TabletScreen.tsx';

export const Route = createFileRoute('/admin/tablets/$id')({
  component: TabletScreen,
});
