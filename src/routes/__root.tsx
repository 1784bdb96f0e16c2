import { createRootRoute } from '@tanstack/react-router';
import { AppFrame } from '../screens/shell/AppFrame.tsx';

export const Route = createRootRoute({ component: AppFrame });
