import type { Album } from '#contract/schemas/photos.ts';
import type { TabletSettings } from '#contract/schemas/tabletSettings.ts';
import { visibleChoices } from '#domain/tabletAdmin/albumAccess.ts';
import { durationText, offeredReturns } from '#domain/tabletAdmin/durations.ts';
import { SelectField } from '#src/ui/fields/SelectField.tsx';
import { ChoiceField } from '#src/ui/choices/ChoiceField.tsx';

export interface SettingsProps {
  settings: TabletSettings;
  onChange: (changes: Partial<TabletSettings>) => void;
}

interface Props extends SettingsProps {
  albums: readonly Album[];
  albumIds: readonly string[] | null;
}

/** The value for no album: everything that the tablet may see. */
const EVERYTHING = '';

/** The page that a tablet opens by itself. */
export function StartFields({ settings, albums, albumIds, onChange }: Props) {
  const { startsWith, startsWithAlbumId, returnAfterSeconds } = settings;
  const choices = visibleChoices(albums, albumIds);
  const isKnown = startsWithAlbumId === null || choices.some(({ album }) => album.id === startsWithAlbumId);
  return (
    <>
      <ChoiceField
        label="Begins with"
        choices={[
          { value: 'home', label: 'Home' },
          { value: 'clock', label: 'Clock' },
          { value: 'slideshow', label: 'Slideshow' },
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
      {startsWith !== 'home' && (
        <SelectField
          label="Return after"
          value={returnAfterSeconds}
          onChange={({ target }) => onChange({ returnAfterSeconds: Number(target.value) })}
        >
          {offeredReturns(returnAfterSeconds).map((seconds) => (
            <option key={seconds} value={seconds}>
              {seconds === 0 ? 'Never' : `${durationText(seconds)} without a touch`}
            </option>
          ))}
        </SelectField>
      )}
    </>
  );
}
