import { createFileRoute } from '@tanstack/react-router';
import { KioskPhotosScreen } from '../../../screens/kiosk/albums/KioskPhotosScreen.tsx';

interface AlbumSearch {
  /** The slideshow starts by itself: the link of a tablet that reboots. */
  slideshow?: 'true';
}

export const Route = createFileRoute('/circuit-tree/photos/$albumSlug')({
  validateSearch: (search: Record<string, unknown>): AlbumSearch =>
    search.slideshow === 'true' ? { slideshow: 'true' } : {},
  component: KioskPhotosScreen,
});
