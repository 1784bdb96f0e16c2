import type { ReactNode } from 'react';
import styles from './RadioList.module.css';
import { Row } from '../layout/Row.tsx';
import { Note } from '../text/Text.tsx';

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
    <fieldset className={styles.list} aria-label={label}>
      {choices.map((choice) => (
        <Row
          as="label"
          gap={3}
          wrap={false}
          key={choice.value}
          className={styles.choice}
          data-disabled={choice.disabled || undefined}
          style={{ paddingLeft: `${12 + 20 * (choice.depth ?? 0)}px` }}
        >
          <input
            type="radio"
            name={name}
            className={styles.radio}
            checked={choice.value === value}
            disabled={choice.disabled}
            onChange={() => onChange(choice.value)}
          />
          <span className={styles.words}>
            <bdi>{choice.label}</bdi>
            {choice.hint !== undefined && (
              <Note as="span" size="xs">
                {choice.hint}
              </Note>
            )}
          </span>
        </Row>
      ))}
    </fieldset>
  );
}
