import { livePhotoVideos } from '#domain/uploads/uploadState.ts';
import type { UploadItem } from '#domain/uploads/uploadQueue.ts';
import { FileNames } from '#src/shared/ui/FileNames.tsx';
import { Message } from '#src/shared/ui/Message.tsx';

/** Says how many files were rejected, and how many the album already had; their names are folded. */
export function UploadNotes({ items }: { items: UploadItem[] }) {
  const moving = livePhotoVideos(items);
  const refused = items.filter((item) => item.status === 'refused' && !moving.includes(item));
  const duplicates = items.filter(({ status }) => status === 'duplicate');
  return (
    <>
      {refused.length > 0 && (
        <Message kind="error">
          <FileNames
            title={refused.length === 1 ? '1 file was refused' : `${refused.length} files were refused`}
            items={refused}
          />
        </Message>
      )}
      {moving.length > 0 && (
        <Message kind="info">
          Of Live Photos the picture is taken, not the video: {moving.length === 1 ? '1 was' : `${moving.length} were`}{' '}
          left out.
        </Message>
      )}
      {duplicates.length > 0 && (
        <Message kind="info">
          <FileNames
            title={
              duplicates.length === 1
                ? '1 photo was already in this album'
                : `${duplicates.length} photos were already in this album`
            }
            items={duplicates}
          />
        </Message>
      )}
    </>
  );
}
