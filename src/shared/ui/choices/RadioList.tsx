import type { ReactNode } from 'react';
import styles from './RadioList.module.css';
import { shapes } from '../shapes.ts';

export interface RadioChoice {
  value: string;
  label: ReactNode;
  hint?: string | undefined;
  /** The indentation of a choice below another one. */
  depth?: number | undefined;
  disabled?: boolean;
}

interface Props {
  /** Read by screen readers before the choices. */
  label: string;
  name: string;
  choices: readonly RadioChoice[];
  value: string | undefined;
  onChange: (value: string) => void;
}

/** One of several choices; a long list scrolls. */
export function RadioList({ label, name, choices, value, onChange }: Props) {
  return (
    <fieldset
      className={`${shapes.top} ${shapes.rounded} ${shapes.grid} ${shapes.bordered} ${styles.list}`}
      aria-label={label}
    >
      {choices.map((choice) => (
        <label
          key={choice.value}
          className={`${shapes.beside3} ${shapes.rounded} ${shapes.hand} ${shapes.option} ${shapes.tinted} ${shapes.padded13} ${styles.choice}`}
          data-disabled={choice.disabled || undefined}
          style={{ paddingLeft: `${12 + 20 * (choice.depth ?? 0)}px` }}
        >
          <input
            type="radio"
            name={name}
            className={`${shapes.rigid} ${shapes.tight} ${styles.radio}`}
            checked={choice.value === value}
            disabled={choice.disabled}
            onChange={() => onChange(choice.value)}
          />
          <span className={`${shapes.words} ${shapes.slim} ${shapes.grid}`}>
            <bdi>{choice.label}</bdi>
            {choice.hint !== undefined && <span className={shapes.small}>{choice.hint}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
