import { dayOf } from '#domain/clock/when.ts';
import { TextField } from '#src/ui/fields/TextField.tsx';

interface Props {
  /** The day as 'YYYY-MM-DD'; empty for no end. */
  value: string;
  now: number;
  onChange: (day: string) => void;
}

/** The last day on which a tablet may show photos. */
export function LastDayField({ value, now, onChange }: Props) {
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
