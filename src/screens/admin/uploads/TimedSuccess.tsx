import { useEffect, useEffectEvent, useState } from 'react';
import { UPLOAD_SUCCESS_MESSAGE_MS } from '../../../contract/limits.ts';
import { Message } from '../../../ui/Message.tsx';

interface Props {
  text: string;
  onOver: (() => void) | undefined;
}

/** SPEC §4: the success message hides after 3 seconds. */
export function TimedSuccess({ text, onOver }: Props) {
  const [shown, setShown] = useState(true);
  const over = useEffectEvent(() => {
    setShown(false);
    onOver?.();
  });
  useEffect(() => {
    const timer = setTimeout(() => over(), UPLOAD_SUCCESS_MESSAGE_MS);
    return () => clearTimeout(timer);
  }, []);
  return shown ? <Message kind="success">{text}</Message> : null;
}
