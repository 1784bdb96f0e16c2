import { createFileRoute } from '@tanstack/react-router';
import { PhotosArea } from '#src/admin/photos/PhotosArea.tsx';

interface PhotosSearch {
  dialog?: 'new-album';
  /** The photo that the viewer shows. */
  photo?: string;
  /** The text of the search. */
  q?: string;
}

/** One screen for the list and for each album, so that navigating between them does not load the albums again. */
export const Route = createFileRoute('/admin/photos')({
  validateSearch: ({ dialog, photo, q }: Record<string, unknown>): PhotosSearch => ({
    ...(dialog === 'new-album' ? { dialog } : {}),
    ...(typeof photo === 'string' && photo !== '' ? { photo } : {}),
    ...(typeof q === 'string' && q !== '' ? { q } : {}),
  }),
  component: PhotosArea,
});
