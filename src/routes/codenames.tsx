import { createFileRoute } from '@tanstack/react-router';
import { CodenamesScreen } from '#src/table/CodenamesScreen.tsx';

export const Route = createFileRoute('/codenames')({ component: CodenamesScreen });
