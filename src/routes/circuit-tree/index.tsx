import { createFileRoute } from '@tanstack/react-router';
import { KioskHomeScreen } from '#src/wall/home/KioskHomeScreen.tsx';

export const Route = createFileRoute('/circuit-tree/')({ component: KioskHomeScreen });
