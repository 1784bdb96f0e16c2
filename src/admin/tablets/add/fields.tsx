import { useId } from 'react';
import type { Album } from '#contract/photos/schemas.ts';
import { dayOf } from '#domain/clock/when.ts';
import {
  type AccessChoice,
  accessChoices,
  accessCount,
  withAlbumToggled,
  visibleChoices,
} from '#domain/curation/albumAccess.ts';
import { MESSAGES } from '#domain/messages.ts';
import type { TabletStart } from '#domain/tablets/offeredChoices.ts';
import { ChoiceField } from '#src/shared/ui/choices/ChoiceField.tsx';
import { SelectField } from '#src/shared/ui/fields/SelectField.tsx';
import { TextField } from '#src/shared/ui/fields/TextField.tsx';
import type { AdminResource } from '#src/admin/shell/useAdminResource.ts';
import styles from './AccessField.module.css';
import { Stack } from '#src/shared/ui/layout/Stack.tsx';
import { Legend } from '#src/shared/ui/fields/Legend.tsx';
import { Row } from '#src/shared/ui/layout/Row.tsx';
import { Note, Text } from '#src/shared/ui/text/Text.tsx';
import lettersStyles from './LettersForm.module.css';

interface Props {
  albums: AdminResource<Album[]>;
  /** Null: all. */
  value: readonly string[] | null;
  onChange: (albumIds: string[] | null) => void;
}

/** The albums that a tablet may see: all, or some with everything below them. */
export function AccessField({ albums: load, value, onChange }: Props) {
  const name = useId();
  const albums = load.data ?? [];
  return (
    <Stack as="fieldset" gap={2}>
      <Legend className={styles.legend}>Albums it may see</Legend>
      <Row as="label" gap={3} wrap={false} className={styles.way}>
        <input type="radio" name={name} checked={value === null} onChange={() => onChange(null)} />
        All albums, those added later too
      </Row>
      <Row as="label" gap={3} wrap={false} className={styles.way}>
        <input type="radio" name={name} checked={value !== null} onChange={() => onChange([])} />
        Only some, with what is below them
      </Row>
      {value !== null && (
        <>
          <ul className={styles.albums} aria-label="Albums">
            {accessChoices(albums, value).map((choice) => (
              <AlbumBox
                key={choice.album.id}
                choice={choice}
                onToggle={() => onChange(withAlbumToggled(albums, value, choice.album.id))}
              />
            ))}
          </ul>
          <Note size="xs" className={styles.count}>
            {load.data ? accessCount(albums, value) : MESSAGES.albumsFailed}
          </Note>
        </>
      )}
    </Stack>
  );
}

function AlbumBox({ choice: { album, depth, state }, onToggle }: { choice: AccessChoice; onToggle: () => void }) {
  return (
    <li>
      <Row
        as="label"
        gap={3}
        wrap={false}
        className={styles.album}
        style={{ paddingLeft: `${12 + 22 * Math.min(depth, 8)}px` }}
      >
        <input
          type="checkbox"
          checked={state !== 'none'}
          // Not `disabled`, which would make it unreachable by keyboard.
          aria-disabled={state === 'covered' || undefined}
          onChange={() => state !== 'covered' && onToggle()}
        />
        <Text as="span" tone={state === 'covered' ? 'quiet' : undefined} dir="auto">
          {album.name}
        </Text>
      </Row>
    </li>
  );
}

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
