import { type SyntheticEvent, useState } from 'react';
import { TextField, type TextFieldProps } from './TextField.tsx';

interface Props extends Omit<TextFieldProps, 'value' | 'defaultValue' | 'onChange' | 'onBlur' | 'onKeyDown'> {
  value: string;
  /** Called with another valid text once the person has finished it: on leaving the field, or with Enter. */
  onCommit: (text: string) => void;
}

/** A field that takes effect without a save button; unfinished text stays inside it. */
export function CommittedField({ value, onCommit, error, ...field }: Props) {
  const [typed, setTyped] = useState<string>();
  const [flaw, setFlaw] = useState<string>();

  function commit({ currentTarget }: SyntheticEvent<HTMLInputElement>) {
    if (typed === undefined) return;
    if (!currentTarget.checkValidity()) {
      setFlaw(currentTarget.validationMessage);
      return;
    }
    setFlaw(undefined);
    setTyped(undefined);
    if (typed !== value) onCommit(typed);
  }

  return (
    <TextField
      {...field}
      value={typed ?? value}
      error={flaw ?? error}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={commit}
      onKeyDown={(event) => event.key === 'Enter' && commit(event)}
    />
  );
}
