import { countOf } from '#domain/curation/counts.ts';
import { isPending, type UploadItem } from '#domain/uploads/uploadQueue.ts';
import { FileNames } from '#src/shared/ui/FileNames.tsx';
import { Message } from '#src/shared/ui/Message.tsx';

/** Names the files of which a part is not kept, and says why: at once where it is the same for all. */
export function PartNotes({ items }: { items: readonly UploadItem[] }) {
  const noted = items.filter((item) => item.note !== undefined && !isPending(item) && item.status !== 'refused');
  if (noted.length === 0) return null;
  const reasons = [...new Set(noted.map(({ note }) => note))];
  const title = `Of ${countOf(noted.length, 'file')} not all is kept`;
  return (
    <Message kind="info">
      <FileNames
        title={reasons.length > 1 ? title : `${title}. ${reasons.join('')}`}
        items={noted.map(({ id, name, note }) => ({ id, name, message: note }))}
      />
    </Message>
  );
}
