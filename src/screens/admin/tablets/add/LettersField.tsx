import { TextField } from '#src/ui/fields/TextField.tsx';
import styles from './LettersForm.module.css';

export const WRONG_LETTERS = 'A screen shows six letters, none of them I, L or O.';

interface Props {
  value: string;
  onChange: (text: string) => void;
  error: string | undefined;
}

/** The letters that a screen shows under 'Connect this screen', however they are typed. */
export function LettersField({ value, onChange, error }: Props) {
  return (
    <TextField
      className={styles.field}
      label="The six letters on the screen"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={20}
      data-autofocus=""
      value={value}
      onChange={(event) => onChange(event.target.value)}
      hint="It shows them under ‘Connect this screen’."
      error={error}
    />
  );
}
