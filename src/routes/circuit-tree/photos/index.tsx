import { createFileRoute } from '@tanstack/react-router';
import { KioskPhotosScreen } from '#src/wall/albums/KioskPhotosScreen.tsx';

interface PhotosSearch {
  slideshow?: 'true';
  /** The ids of the slideshow's albums, separated by commas; without it everything that the tablet may see. */
  albums?: string;
}

export const Route = createFileRoute('/circuit-tree/photos/')({
  validateSearch: ({ slideshow, albums }: Record<string, unknown>): PhotosSearch => ({
    ...(slideshow === 'true' ? { slideshow } : {}),
    ...(typeof albums === 'string' ? { albums } : {}),
  }),
  component: KioskPhotosScreen,
});
