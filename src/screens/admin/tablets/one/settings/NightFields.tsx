import type { NightSettings } from '#contract/schemas/tabletSettings.ts';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { ChoiceField } from '#src/ui/choices/ChoiceField.tsx';
import { PlaceField } from './PlaceField.tsx';
import styles from './SettingsForm.module.css';

interface Props {
  night: NightSettings | null;
  onChange: (night: NightSettings | null) => void;
}

const USUAL_TIMES = { by: 'time', from: '22:00', to: '07:00' } as const;
/** Greenwich, until somebody says where the tablet hangs. */
const SOME_PLACE = { by: 'sun', latitude: 51.48, longitude: 0 } as const;

/** When a tablet is dark, and what it then shows. */
export function NightFields({ night, onChange }: Props) {
  const shows = night?.shows ?? 'clock';
  const change = (by: 'off' | 'time' | 'sun') => {
    if (by === 'off') onChange(null);
    else onChange({ shows, ...(by === 'time' ? USUAL_TIMES : SOME_PLACE) });
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
        value={night?.by ?? 'off'}
        onChange={change}
      />
      {night?.by === 'time' && (
        <div className={styles.two}>
          <TimeField label="From" value={night.from} onChange={(from) => onChange({ ...night, from })} />
          <TimeField label="To" value={night.to} onChange={(to) => onChange({ ...night, to })} />
        </div>
      )}
      {night?.by === 'sun' && <PlaceField place={night} onChange={(place) => onChange({ ...night, ...place })} />}
      {night && (
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
