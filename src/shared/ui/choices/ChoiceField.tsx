import { useId } from 'react';
import styles from './ChoiceField.module.css';
import { Legend } from '../fields/Legend.tsx';
import { Row } from '../layout/Row.tsx';

interface Props<Value extends string | number> {
  label: string;
  choices: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** One of two or three short choices, side by side. */
export function ChoiceField<Value extends string | number>({ label, choices, value, onChange }: Props<Value>) {
  const name = useId();
  return (
    <fieldset>
      <Legend className={styles.legend}>{label}</Legend>
      <Row gap={0} align="stretch" className={styles.choices}>
        {choices.map((choice) => (
          <label key={choice.value} className={styles.choice}>
            <input
              type="radio"
              name={name}
              className={styles.radio}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
            />
            <span className={styles.text}>{choice.label}</span>
          </label>
        ))}
      </Row>
    </fieldset>
  );
}
