import type { Album } from '#contract/photos/schemas.ts';
import type { Tablet, TabletChanges } from '#contract/tablets/schemas.ts';
import { visibleChoices } from '#domain/curation/albumAccess.ts';
import { ChoiceField } from '#src/shared/ui/choices/ChoiceField.tsx';
import { SelectField } from '#src/shared/ui/fields/SelectField.tsx';
import { Note } from '#src/shared/ui/text/Text.tsx';

interface Props {
  tablet: Pick<Tablet, 'guestCode'>;
  albums: readonly Album[];
  onTabletChange: (changes: Pick<TabletChanges, 'guestCode'>) => void;
}

/** The value for no album: the tablet shows no code. */
const NOWHERE = '';

/** The album for photos that guests send with the code on this tablet, and whether they need approval. */
export function GuestFields({ tablet, albums, onTabletChange }: Props) {
  const { albumId = NOWHERE, mayUpload = 'after-approval' } = tablet.guestCode ?? {};
  const choices = visibleChoices(albums, null);
  const isKnown = albumId === NOWHERE || choices.some(({ album }) => album.id === albumId);
  return (
    <>
      <SelectField
        label="Guests add photos to"
        value={albumId}
        onChange={({ target }) =>
          onTabletChange({ guestCode: target.value === NOWHERE ? null : { albumId: target.value, mayUpload } })
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
          onChange={(value) => onTabletChange({ guestCode: { albumId, mayUpload: value } })}
        />
      )}
      {albumId !== NOWHERE && (
        <Note>
          A code in a corner of the slideshow and of the menu opens the page on a guest’s phone. “Shared Links” lists
          it.
        </Note>
      )}
    </>
  );
}
