import type { Rule } from '#contract/programme/schemas.ts';
import { monthName, withDayToggled } from '#domain/programme/programmeRules.ts';
import { ChoiceField } from '#src/shared/ui/choices/ChoiceField.tsx';
import { Checkbox } from '#src/shared/ui/fields/Checkbox.tsx';
import { SelectField } from '#src/shared/ui/fields/SelectField.tsx';
import { Switch } from '#src/shared/ui/fields/Switch.tsx';
import { TextField } from '#src/shared/ui/fields/TextField.tsx';
import styles from './Programme.module.css';
import { Row } from '#src/shared/ui/layout/Row.tsx';
import { Stack } from '#src/shared/ui/layout/Stack.tsx';

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const DAYS_OF_MONTH = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const USUAL = { from: '22:00', to: '07:00' };

interface Props {
  rule: Rule;
  onChange: (rule: Rule) => void;
}

/** The time of a rule: its days and dates, and its beginning and end. */
export function RuleSpan({ rule, onChange }: Props) {
  const { days, from, to } = rule;
  const isAllDay = from === undefined || to === undefined;
  return (
    <>
      <fieldset>
        <legend className={styles.legend}>On</legend>
        <Row gap={3} lineGap={0} align="stretch">
          {DAYS.map((name, index) => (
            <Checkbox
              key={name}
              label={name}
              checked={!days || days.includes(index + 1)}
              onChange={() => onChange(withDayToggled(rule, index + 1))}
            />
          ))}
        </Row>
      </fieldset>
      <RuleDates rule={rule} onChange={onChange} />
      <ChoiceField
        label="Hours"
        choices={[
          { value: 'all', label: 'All day' },
          { value: 'some', label: 'From … until …' },
        ]}
        value={isAllDay ? 'all' : 'some'}
        onChange={(value) => {
          const { from: _from, to: _to, ...allDay } = rule;
          onChange(value === 'all' ? allDay : { ...rule, ...USUAL });
        }}
      />
      {!isAllDay && (
        <div className={styles.two}>
          <RuleTime label="From" value={from} onChange={(value) => onChange({ ...rule, from: value })} />
          <RuleTime label="Until" value={to} onChange={(value) => onChange({ ...rule, to: value })} />
        </div>
      )}
    </>
  );
}

function RuleDates({ rule, onChange }: Props) {
  const { dates } = rule;
  return (
    <>
      <Switch
        label="Only on some dates"
        checked={dates !== undefined}
        onChange={({ target }) => {
          const { dates: _before, ...always } = rule;
          onChange(target.checked ? { ...rule, dates: { from: '12-01', to: '12-31' } } : always);
        }}
      />
      {dates && (
        <div className={styles.two}>
          <DateField
            label="First day"
            value={dates.from}
            onChange={(value) => onChange({ ...rule, dates: { ...dates, from: value } })}
          />
          <DateField
            label="Last day"
            value={dates.to}
            onChange={(value) => onChange({ ...rule, dates: { ...dates, to: value } })}
          />
        </div>
      )}
    </>
  );
}

interface FieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

function RuleTime({ label, value, onChange }: FieldProps) {
  const isOfSun = value === 'sunrise' || value === 'sunset';
  return (
    <Stack gap={2}>
      <SelectField
        label={label}
        value={isOfSun ? value : 'time'}
        onChange={({ target }) => onChange(target.value === 'time' ? '20:00' : target.value)}
      >
        <option value="time">A time</option>
        <option value="sunrise">Sunrise</option>
        <option value="sunset">Sunset</option>
      </SelectField>
      {!isOfSun && (
        <TextField
          label={`${label}, time`}
          type="time"
          required
          value={value}
          // Empty while a part of the time is missing.
          onChange={({ target }) => target.value !== '' && onChange(target.value.slice(0, 5))}
        />
      )}
    </Stack>
  );
}

function DateField({ label, value, onChange }: FieldProps) {
  const [month = 1, day = 1] = value.split('-').map(Number);
  const last = DAYS_OF_MONTH[month - 1] ?? 31;
  const set = (nextMonth: number, nextDay: number) => {
    const inMonth = Math.min(nextDay, DAYS_OF_MONTH[nextMonth - 1] ?? 31);
    onChange([nextMonth, inMonth].map((part) => String(part).padStart(2, '0')).join('-'));
  };
  return (
    <div className={styles.date}>
      <SelectField label={label} value={day} onChange={({ target }) => set(month, Number(target.value))}>
        {Array.from({ length: last }, (_, index) => (
          <option key={index + 1}>{index + 1}</option>
        ))}
      </SelectField>
      <SelectField label={`${label}, month`} value={month} onChange={({ target }) => set(Number(target.value), day)}>
        {DAYS_OF_MONTH.map((_, index) => (
          <option key={monthName(index + 1)} value={index + 1}>
            {monthName(index + 1)}
          </option>
        ))}
      </SelectField>
    </div>
  );
}
