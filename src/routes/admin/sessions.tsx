import { createFileRoute } from '@tanstack/react-router';
import { SessionsScreen } from '../../screens/admin/account/SessionsScreen.tsx';

export const Route = createFileRoute('/admin/sessions')({ component: SessionsScreen });
