import type { UploadItem } from '#domain/uploads/uploadQueue.ts';
import { FileNames } from '#src/shared/ui/FileNames.tsx';
import { PartNotes } from '#src/shared/uploads/PartNotes.tsx';
import { Message } from '#src/shared/ui/Message.tsx';

/** Says how many files were rejected, left out in part, or in the album already; their names are folded. */
export function UploadNotes({ items }: { items: UploadItem[] }) {
  const refused = items.filter(({ status }) => status === 'refused');
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
      <PartNotes items={items} />
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
