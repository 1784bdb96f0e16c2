import { useState } from 'react';
import { herePlace } from '#src/device/herePlace.ts';
import type { Place } from '#contract/schemas/tabletSettings.ts';
import { placeFrom, placeText } from '#domain/tabletAdmin/place.ts';
import { Button } from '#src/ui/Button.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import styles from './Programme.module.css';
import shapes from '#src/ui/shapes.module.css';

interface Props {
  /** Undefined until somebody has said it. */
  place: Place | undefined;
  onChange: (place: Place) => void;
}

/** The place of the tablet, by latitude and longitude. */
export function PlaceField({ place, onChange }: Props) {
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
    <div className={`${shapes.stack2} ${shapes.starts} ${styles.place}`}>
      <TextField
        label="Latitude, longitude"
        inputMode="text"
        autoComplete="off"
        value={typed ?? (place ? placeText(place) : '')}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={save}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // The form around it would be sent without the place.
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
    </div>
  );
}
