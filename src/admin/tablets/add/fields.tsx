import type { Album } from '#contract/photos/schemas.ts';
import { dayOf } from '#domain/clock/when.ts';
import { visibleChoices } from '#domain/curation/albumAccess.ts';
import type { TabletStart } from '#domain/tablets/offeredChoices.ts';
import { ChoiceField } from '#src/shared/ui/choices/ChoiceField.tsx';
import { SelectField } from '#src/shared/ui/fields/SelectField.tsx';
import { TextField } from '#src/shared/ui/fields/TextField.tsx';
import lettersStyles from './LettersForm.module.css';

interface LastDayFieldProps {
  /** The day as 'YYYY-MM-DD'; empty for no end. */
  value: string;
  now: number;
  onChange: (day: string) => void;
}

/** The last day on which a tablet may show photos. */
export function LastDayField({ value, now, onChange }: LastDayFieldProps) {
  return (
    <TextField
      label="Until (optional)"
      type="date"
      min={dayOf(now)}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      hint="At the end of this day the tablet empties itself."
    />
  );
}

interface StartFieldsProps {
  label: string;
  settings: TabletStart;
  albums: readonly Album[];
  albumIds: readonly string[] | null;
  onChange: (changes: Partial<TabletStart>) => void;
}

/** The value for no album: everything that the tablet may see. */
const EVERYTHING = '';

/** The page that a tablet opens by itself. */
export function StartFields({ label, settings, albums, albumIds, onChange }: StartFieldsProps) {
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

export const WRONG_LETTERS = 'A screen shows six letters, none of them I, L or O.';

interface LettersFieldProps {
  value: string;
  onChange: (text: string) => void;
  error: string | undefined;
  hint?: string;
}

/** The code that a screen shows under 'Connect this screen', in any spelling. */
export function LettersField({
  value,
  onChange,
  error,
  hint = 'It shows them under ‘Connect this screen’.',
}: LettersFieldProps) {
  return (
    <TextField
      className={lettersStyles.field}
      label="The six letters on the screen"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={20}
      data-autofocus=""
      value={value}
      onChange={(event) => onChange(event.target.value)}
      hint={hint}
      error={error}
    />
  );
}
