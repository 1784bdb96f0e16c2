import { countOf } from '#domain/curation/counts.ts';
import { isPending, type UploadItem } from '#domain/uploads/uploadQueue.ts';
import { FileNames } from '#src/shared/ui/FileNames.tsx';
import { Message } from '#src/shared/ui/Message.tsx';

/** Names the photos that were sent without a part of theirs. */
export function PartNotes({ items }: { items: readonly UploadItem[] }) {
  const noted = items.filter((item) => item.note !== undefined && !isPending(item) && item.status !== 'refused');
  if (noted.length === 0) return null;
  return (
    <Message kind="info">
      <FileNames
        title={`Of ${countOf(noted.length, 'photo')} a part was left out`}
        items={noted.map(({ id, name, note }) => ({ id, name, message: note }))}
      />
    </Message>
  );
}
