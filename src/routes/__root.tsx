import { createRootRoute } from '@tanstack/react-router';
import { AppLayout } from '../screens/shell/AppLayout.tsx';

export const Route = createRootRoute({ component: AppLayout });
