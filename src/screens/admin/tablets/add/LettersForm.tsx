import { useState } from 'react';
import { acceptPairing } from '#src/api/tablets.ts';
import type { Tablet } from '#contract/schemas/tablets.ts';
import { isPairingCode, typedCode } from '#domain/tablets/pairingCode.ts';
import { Button } from '#src/ui/Button.tsx';
import { adminCall } from '../../session/adminCall.ts';
import { useAction } from '../../shell/useAction.ts';
import { LettersField, WRONG_LETTERS } from './LettersField.tsx';
import styles from './LettersForm.module.css';

interface Props {
  tablet: Pick<Tablet, 'id' | 'name'>;
  onPaired: (tablet: Tablet) => void;
}

/** Makes the screen that shows these letters the tablet. */
export function LettersForm({ tablet: { id, name }, onPaired }: Props) {
  const [text, setText] = useState('');
  const { busy, failure, setFailure, run } = useAction();
  const code = typedCode(text);

  const connect = () => {
    if (isPairingCode(code))
      void run(async () => onPaired(await adminCall((token) => acceptPairing(token, code, { name, tabletId: id }))));
    else setFailure(WRONG_LETTERS);
  };

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        connect();
      }}
    >
      <LettersField
        value={text}
        onChange={(typed) => {
          setText(typed);
          setFailure(undefined);
        }}
        error={failure}
      />
      <Button type="submit" disabled={busy || code === ''}>
        Connect
      </Button>
    </form>
  );
}
