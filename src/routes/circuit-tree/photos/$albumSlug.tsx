import { createFileRoute } from '@tanstack/react-router';
import { KioskPhotosScreen } from '../../../screens/kiosk/KioskPhotosScreen.tsx';

export const Route = createFileRoute('/circuit-tree/photos/$albumSlug')({ component: KioskPhotosScreen });
