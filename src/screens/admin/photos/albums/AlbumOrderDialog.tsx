import { useState } from 'react';
import type { Album } from '#contract/schemas/photos.ts';
import { areInNameOrder } from '#domain/curation/manualOrder.ts';
import { RadioList } from '#src/ui/choices/RadioList.tsx';
import { arrangeAlbums } from '../../edits/arrangement.ts';
import { FormDialog } from '../../shell/FormDialog.tsx';

interface Props {
  /** Undefined for the albums of the top level. */
  parent: Album | undefined;
  /** The albums to be ordered. */
  albums: readonly Album[];
  onClose: () => void;
}

const CHOICES = [
  { value: 'name', label: 'By name' },
  { value: 'manual', label: 'By hand', hint: 'Drag albums, or press Alt and an arrow key on one' },
];

export function AlbumOrderDialog({ parent, albums, onClose }: Props) {
  const [present] = useState(() => (areInNameOrder(albums.map(({ name }) => name)) ? 'name' : 'manual'));
  const [order, setOrder] = useState(present);
  const onSave = () => {
    onClose();
    if (order === present) return;
    const seen = albums.map(({ id }) => id);
    void arrangeAlbums({ parentId: parent?.id, albumIds: order === 'name' ? undefined : seen, seen });
  };
  return (
    <FormDialog title="Order of albums" busy={false} failure={undefined} onSave={onSave} onClose={onClose}>
      <RadioList label="Order of albums" name="order" choices={CHOICES} value={order} onChange={setOrder} />
    </FormDialog>
  );
}
