import { createRootRoute } from '@tanstack/react-router';
import { AppLayout } from '#src/shared/shell/AppLayout.tsx';

export const Route = createRootRoute({ component: AppLayout });
