import type { Album } from '#contract/schemas/photos.ts';
import type { Tablet, TabletChanges } from '#contract/schemas/tablets.ts';
import { visibleChoices } from '#domain/tabletAdmin/albumAccess.ts';
import { SelectField } from '#src/ui/fields/SelectField.tsx';
import { ChoiceField } from '#src/ui/choices/ChoiceField.tsx';
import shapes from '#src/ui/shapes.module.css';

interface Props {
  guestCode: Tablet['guestCode'];
  albums: readonly Album[];
  onChange: (changes: Pick<TabletChanges, 'guestCode'>) => void;
}

/** The value for no album: the tablet shows no code. */
const NOWHERE = '';

/** Where guests send photos with the code on this tablet, and when those are seen. */
export function GuestFields({ guestCode, albums, onChange }: Props) {
  const { albumId = NOWHERE, mayUpload = 'after-approval' } = guestCode ?? {};
  const choices = visibleChoices(albums, null);
  const isKnown = albumId === NOWHERE || choices.some(({ album }) => album.id === albumId);
  return (
    <>
      <SelectField
        label="Guests add photos to"
        value={albumId}
        onChange={({ target }) =>
          onChange({ guestCode: target.value === NOWHERE ? null : { albumId: target.value, mayUpload } })
        }
      >
        <option value={NOWHERE}>No album: it shows no code</option>
        {!isKnown && <option value={albumId}>An album that was deleted</option>}
        {choices.map(({ album, depth }) => (
          <option key={album.id} value={album.id}>
            {'\u2003'.repeat(depth) + album.name}
          </option>
        ))}
      </SelectField>
      {albumId !== NOWHERE && (
        <ChoiceField
          label="They are seen"
          choices={[
            { value: 'at-once', label: 'At once' },
            { value: 'after-approval', label: 'After approval' },
          ]}
          value={mayUpload}
          onChange={(value) => onChange({ guestCode: { albumId, mayUpload: value } })}
        />
      )}
      {albumId !== NOWHERE && (
        <p className={shapes.note}>
          A code in a corner of the slideshow and of the menu opens the page on a guest’s phone. “Shared Links” lists
          it.
        </p>
      )}
    </>
  );
}
