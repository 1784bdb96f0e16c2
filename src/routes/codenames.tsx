import { createFileRoute } from '@tanstack/react-router';
import { CodenamesScreen } from '../screens/codenames/CodenamesScreen.tsx';

export const Route = createFileRoute('/codenames')({ component: CodenamesScreen });
