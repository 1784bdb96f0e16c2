import type { Album } from '#contract/schemas/photos.ts';
import { visibleChoices } from '#domain/tabletAdmin/albumAccess.ts';
import type { TabletStart } from '#domain/tabletAdmin/offeredChoices.ts';
import { SelectField } from '#src/ui/fields/SelectField.tsx';
import { ChoiceField } from '#src/ui/choices/ChoiceField.tsx';

interface Props {
  label: string;
  settings: TabletStart;
  albums: readonly Album[];
  albumIds: readonly string[] | null;
  onChange: (changes: Partial<TabletStart>) => void;
}

/** The value for no album: everything that the tablet may see. */
const EVERYTHING = '';

/** The page that a tablet opens by itself. */
export function StartFields({ label, settings, albums, albumIds, onChange }: Props) {
  const { startsWith, startsWithAlbumId } = settings;
  const choices = visibleChoices(albums, albumIds);
  const isKnown = startsWithAlbumId === null || choices.some(({ album }) => album.id === startsWithAlbumId);
  return (
    <>
      <ChoiceField
        label={label}
        choices={[
          { value: 'slideshow', label: 'Slideshow' },
          { value: 'clock', label: 'Clock' },
          { value: 'home', label: 'Menu' },
        ]}
        value={startsWith}
        onChange={(value) => onChange({ startsWith: value })}
      />
      {startsWith === 'slideshow' && (
        <SelectField
          label="Photos of"
          value={startsWithAlbumId ?? EVERYTHING}
          onChange={({ target }) => onChange({ startsWithAlbumId: target.value === EVERYTHING ? null : target.value })}
        >
          <option value={EVERYTHING}>Everything it may see</option>
          {!isKnown && <option value={startsWithAlbumId}>An album that it may not see (any more)</option>}
          {choices.map(({ album, depth }) => (
            <option key={album.id} value={album.id}>
              {'\u2003'.repeat(depth) + album.name}
            </option>
          ))}
        </SelectField>
      )}
    </>
  );
}
