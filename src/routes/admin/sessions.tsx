import { createFileRoute } from '@tanstack/react-router';
import { SessionsScreen } from '#src/admin/account/SessionsScreen.tsx';

export const Route = createFileRoute('/admin/sessions')({ component: SessionsScreen });
