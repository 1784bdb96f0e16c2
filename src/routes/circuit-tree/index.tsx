import { createFileRoute } from '@tanstack/react-router';
import { KioskHomeScreen } from '../../screens/kiosk/home/KioskHomeScreen.tsx';

export const Route = createFileRoute('/circuit-tree/')({ component: KioskHomeScreen });
