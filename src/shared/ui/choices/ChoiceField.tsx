import { useId } from 'react';
import styles from './ChoiceField.module.css';
import { shapes } from '../shapes.ts';

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
      <legend className={`${shapes.strong} ${shapes.fine} ${shapes.flush} ${shapes.spaced1}`}>{label}</legend>
      <div className={`${shapes.wrap} ${shapes.rounded} ${styles.choices}`}>
        {choices.map((choice) => (
          <label
            key={choice.value}
            className={`${shapes.relative} ${shapes.grid} ${shapes.hand} ${shapes.fills} ${styles.choice}`}
          >
            <input
              type="radio"
              name={name}
              className={`${shapes.fill} ${shapes.wide} ${shapes.tall} ${shapes.hand} ${shapes.tight} ${styles.radio}`}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
            />
            <span className={`${shapes.centre} ${shapes.fine} ${shapes.centred} ${shapes.finger} ${styles.text}`}>
              {choice.label}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
