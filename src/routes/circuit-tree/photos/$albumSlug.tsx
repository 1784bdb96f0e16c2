import { createFileRoute } from '@tanstack/react-router';
import { KioskPhotosScreen } from '#src/wall/albums/KioskPhotosScreen.tsx';

interface AlbumSearch {
  /** Starts the slideshow automatically, for the link that a tablet opens after a reboot. */
  slideshow?: 'true';
}

export const Route = createFileRoute('/circuit-tree/photos/$albumSlug')({
  validateSearch: (search: Record<string, unknown>): AlbumSearch =>
    search.slideshow === 'true' ? { slideshow: 'true' } : {},
  component: KioskPhotosScreen,
});
