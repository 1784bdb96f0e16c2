import { createFileRoute } from '@tanstack/react-router';
import { KioskPhotosScreen } from '#src/screens/kiosk/albums/KioskPhotosScreen.tsx';

export const Route = createFileRoute('/circuit-tree/photos/')({ component: KioskPhotosScreen });
