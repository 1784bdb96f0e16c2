import { createRootRoute } from '@tanstack/react-router';
import { AppFrame } from '../screens/appFrame/AppFrame.tsx';

export const Route = createRootRoute({ component: AppFrame });
