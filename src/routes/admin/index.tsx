import { createFileRoute } from '@tanstack/react-router';
import { AdminHomeScreen } from '../../screens/admin/AdminHomeScreen.tsx';

export const Route = createFileRoute('/admin/')({ component: AdminHomeScreen });
