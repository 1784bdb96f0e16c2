import type { ComponentProps } from 'react';
import { MESSAGES } from '#domain/messages.ts';
import { SharesSection } from '../shares/SharesSection.tsx';
import { useShares } from '../shares/useShares.ts';
import { PhotosSection } from './PhotosSection.tsx';

/** Links and photos of an album, shown together: the links would push the photos down when they arrive later. */
export function AlbumContents(props: ComponentProps<typeof PhotosSection>) {
  const { album, content, mayWrite } = props;
  const shares = useShares(mayWrite ? { albumId: album.id } : 'none');
  const havePhotosSettled = content.shown !== undefined || content.load.failure !== undefined;
  if (!havePhotosSettled || !shares.hasSettled) return <p>{MESSAGES.loadingPhotos}</p>;
  return (
    <>
      <SharesSection shares={shares} isOfAll={false} />
      <PhotosSection {...props} />
    </>
  );
}
