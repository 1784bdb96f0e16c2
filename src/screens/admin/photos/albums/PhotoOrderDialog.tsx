import { useState } from 'react';
import type { Album } from '#contract/schemas/photos.ts';
import { PHOTO_ORDERS, type PhotoOrder } from '#contract/limits.ts';
import { RadioList } from '#src/ui/choices/RadioList.tsx';
import { FormDialog } from '../../shell/FormDialog.tsx';
import { useAlbumSave } from './useAlbumSave.ts';

const LABELS: Record<PhotoOrder, { label: string; hint?: string }> = {
  taken: { label: 'By time taken', hint: 'The oldest first' },
  newest: { label: 'Newest first' },
  name: { label: 'By file name' },
  manual: { label: 'By hand', hint: 'Drag photos, or press Alt and an arrow key' },
};
const CHOICES = PHOTO_ORDERS.map((value) => ({ value, ...LABELS[value] }));

export function PhotoOrderDialog({ album, onClose }: { album: Album; onClose: () => void }) {
  const { busy, failure, save } = useAlbumSave(album, onClose);
  const present = album.order ?? 'taken';
  const [order, setOrder] = useState<PhotoOrder>(present);
  return (
    <FormDialog
      title="Order of photos"
      busy={busy}
      failure={failure}
      onSave={() => (order === present && failure === undefined ? onClose() : void save({ order }))}
      onClose={onClose}
    >
      <RadioList
        label="Order of photos"
        name="order"
        choices={CHOICES}
        value={order}
        onChange={(value) => setOrder(PHOTO_ORDERS.find((one) => one === value) ?? present)}
      />
    </FormDialog>
  );
}
