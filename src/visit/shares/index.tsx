import { lazy, Suspense } from 'react';
import { sharePlaceIn } from '#domain/access/links.ts';
import type { LinkPage } from '#src/visit/slots.ts';

/** Loaded only by visitors. */
const SharedAlbumPage = lazy(async () => ({ default: (await import('./SharedAlbumPage.tsx')).SharedAlbumPage }));

/** The album that a link of visitors opens. */
export const shares: LinkPage = (fragment) => {
  const share = sharePlaceIn(fragment);
  return (
    share && (
      <Suspense>
        <SharedAlbumPage key={share.key} place={share} />
      </Suspense>
    )
  );
};
