import { createFileRoute } from '@tanstack/react-router';
import { ApiScreen } from '../../screens/admin/openapi/ApiScreen.tsx';

export const Route = createFileRoute('/admin/api')({
  component: ApiScreen,
});
