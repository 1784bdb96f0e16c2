import { useState } from 'react';
import type { Album } from '#contract/photos/schemas.ts';
import { RULE_SHOWS } from '#contract/programme/programme.ts';
import type { Place, Rule } from '#contract/programme/schemas.ts';
import { visibleChoices } from '#domain/curation/albumAccess.ts';
import { placeFrom, placeText } from '#domain/tablets/place.ts';
import { goesByTheSun, tidyRule } from '#domain/programme/programmeRules.ts';
import { herePlace } from '#src/admin/tablets/herePlace.ts';
import { Button } from '#src/shared/ui/Button.tsx';
import { Checkbox } from '#src/shared/ui/fields/Checkbox.tsx';
import { SelectField } from '#src/shared/ui/fields/SelectField.tsx';
import { FormDialog } from '#src/admin/shell/dialogs.tsx';
import { TextField } from '#src/shared/ui/fields/TextField.tsx';
import { Stack } from '#src/shared/ui/layout/Stack.tsx';
import styles from './Programme.module.css';
import { RuleSpan } from './RuleSpan.tsx';

const SHOWS: Record<Rule['shows'], string> = {
  home: 'Home',
  clock: 'Clock',
  slideshow: 'Slideshow',
  'dark-clock': 'A dark clock',
  black: 'Nothing: black',
};
const DIMS = [0, 10, 20, 30, 40, 50, 60, 70, 80, 90];

interface Props {
  rule: Rule;
  isNew: boolean;
  place: Place | null;
  albums: readonly Album[];
  /** The albums that the tablet may see; null: all. */
  albumIds: readonly string[] | null;
  onSave: (rule: Rule, place: Place | null) => void;
  onClose: () => void;
}

/** One rule: when it applies, and what the tablet then shows. */
export function RuleDialog(props: Props) {
  const [rule, setRule] = useState(props.rule);
  const [place, setPlace] = useState(props.place);
  const change = (changes: Partial<Rule>) => setRule((before) => ({ ...before, ...changes }));
  const isBySun = goesByTheSun(rule);
  return (
    <FormDialog
      title={props.isNew ? 'New rule' : 'Rule'}
      action={props.isNew ? 'Add' : 'Save'}
      disabled={isBySun && !place}
      onSave={() => props.onSave(tidyRule(rule), place)}
      onClose={props.onClose}
    >
      <RuleSpan rule={rule} onChange={setRule} />
      {isBySun && <PlaceField place={place ?? undefined} onChange={setPlace} />}
      <SelectField
        label="It then shows"
        value={rule.shows}
        onChange={({ target }) => {
          const shows = RULE_SHOWS.find((one) => one === target.value);
          if (shows) change({ shows });
        }}
      >
        {RULE_SHOWS.map((shows) => (
          <option key={shows} value={shows}>
            {SHOWS[shows]}
          </option>
        ))}
      </SelectField>
      {rule.shows === 'slideshow' && (
        <RuleAlbums {...props} chosen={rule.albumIds ?? []} onChange={(albumIds) => change({ albumIds })} />
      )}
      {rule.shows !== 'black' && (
        <SelectField
          label="Dimmed by"
          value={rule.dim ?? 0}
          onChange={({ target }) => change({ dim: Number(target.value) })}
        >
          {[...new Set([...DIMS, rule.dim ?? 0])].map((dim) => (
            <option key={dim} value={dim}>
              {dim === 0 ? 'Not dimmed' : `${dim} %`}
            </option>
          ))}
        </SelectField>
      )}
    </FormDialog>
  );
}

interface AlbumsProps extends Pick<Props, 'albums' | 'albumIds'> {
  chosen: readonly string[];
  onChange: (albumIds: string[]) => void;
}

function RuleAlbums({ albums, albumIds, chosen, onChange }: AlbumsProps) {
  const choices = visibleChoices(albums, albumIds);
  return (
    <fieldset>
      <legend className={styles.legend}>Photos of these albums, with what is below them; none: everything</legend>
      <div className={styles.albumList}>
        {choices.map(({ album, depth }) => (
          <span key={album.id} style={{ paddingLeft: `${20 * Math.min(depth, 8)}px` }}>
            <Checkbox
              label={album.name}
              checked={chosen.includes(album.id)}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, album.id] : chosen.filter((id) => id !== album.id))
              }
            />
          </span>
        ))}
      </div>
    </fieldset>
  );
}

interface PlaceFieldProps {
  /** Undefined until somebody has entered it. */
  place: Place | undefined;
  onChange: (place: Place) => void;
}

/** The place of the tablet, by latitude and longitude. */
function PlaceField({ place, onChange }: PlaceFieldProps) {
  /** Typed text that is not a place yet. */
  const [typed, setTyped] = useState<string>();
  const [trouble, setTrouble] = useState<string>();
  const isWrong = typed !== undefined && placeFrom(typed) === undefined;

  const save = () => {
    const found = typed === undefined ? undefined : placeFrom(typed);
    if (!found) return;
    setTyped(undefined);
    onChange({ latitude: found.latitude, longitude: found.longitude });
  };

  const takeHere = async () => {
    setTrouble(undefined);
    const here = await herePlace();
    if (!here) {
      setTrouble('This device does not tell where it is. Maps show latitude and longitude.');
      return;
    }
    setTyped(undefined);
    onChange(here);
  };

  return (
    <Stack gap={2} align="start" className={styles.place}>
      <TextField
        label="Latitude, longitude"
        inputMode="text"
        autoComplete="off"
        value={typed ?? (place ? placeText(place) : '')}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={save}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // Without this the form around it would be sent without the place.
          event.preventDefault();
          save();
        }}
        hint={
          place
            ? 'Where the tablet hangs, such as 52.52, 13.405'
            : 'Sunset needs the place where the tablet hangs, such as 52.52, 13.405'
        }
        error={isWrong ? 'A place is written like 52.52, 13.405' : trouble}
      />
      <Button size="s" onClick={() => void takeHere()}>
        Use this device’s place
      </Button>
    </Stack>
  );
}
