import { useState } from 'react';
import type { NightSettings } from '#contract/schemas/tabletSettings.ts';
import type { Place } from '#domain/tabletAdmin/place.ts';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { ChoiceField } from '#src/ui/choices/ChoiceField.tsx';
import { PlaceField } from './PlaceField.tsx';
import styles from './SettingsForm.module.css';

interface Props {
  night: NightSettings | null;
  onChange: (night: NightSettings | null) => void;
}

const USUAL_TIMES = { by: 'time', from: '22:00', to: '07:00' } as const;

/** When a tablet is dark, and what it then shows. Nothing changes by the sun until its place is known. */
export function NightFields({ night, onChange }: Props) {
  const [isPlaceMissing, setIsPlaceMissing] = useState(false);
  const shows = night?.shows ?? 'clock';
  const change = (by: 'off' | 'time' | 'sun') => {
    setIsPlaceMissing(by === 'sun');
    if (by === 'off') onChange(null);
    if (by === 'time') onChange({ shows, ...USUAL_TIMES });
  };
  const takePlace = (place: Place) => {
    setIsPlaceMissing(false);
    onChange({ shows, by: 'sun', latitude: place.latitude, longitude: place.longitude });
  };
  return (
    <>
      <ChoiceField
        label="Dark"
        choices={[
          { value: 'off', label: 'Never' },
          { value: 'time', label: 'By time' },
          { value: 'sun', label: 'After sunset' },
        ]}
        value={isPlaceMissing ? 'sun' : (night?.by ?? 'off')}
        onChange={change}
      />
      {isPlaceMissing && <PlaceField place={undefined} onChange={takePlace} />}
      {!isPlaceMissing && night?.by === 'time' && (
        <div className={styles.two}>
          <TimeField label="From" value={night.from} onChange={(from) => onChange({ ...night, from })} />
          <TimeField label="To" value={night.to} onChange={(to) => onChange({ ...night, to })} />
        </div>
      )}
      {night?.by === 'sun' && <PlaceField place={night} onChange={takePlace} />}
      {night && !isPlaceMissing && (
        <ChoiceField
          label="It then shows"
          choices={[
            { value: 'clock', label: 'A dark clock' },
            { value: 'black', label: 'Nothing' },
          ]}
          value={night.shows}
          onChange={(value) => onChange({ ...night, shows: value })}
        />
      )}
    </>
  );
}

interface TimeProps {
  label: string;
  value: string;
  onChange: (time: string) => void;
}

function TimeField({ label, value, onChange }: TimeProps) {
  return (
    <TextField
      label={label}
      type="time"
      required
      value={value}
      // Empty while a part of the time is missing.
      onChange={({ target }) => target.value !== '' && onChange(target.value.slice(0, 5))}
    />
  );
}
