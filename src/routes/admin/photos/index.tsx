import { createFileRoute } from '@tanstack/react-router';
import { AdminPhotosScreen } from '../../../screens/admin/AdminPhotosScreen.tsx';

export const Route = createFileRoute('/admin/photos/')({ component: AdminPhotosScreen });
