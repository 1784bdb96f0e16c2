import { useState } from 'react';
import { addAlertChannel } from '#src/api/nodes.ts';
import type { AlertSettings } from '#contract/admin/alerts.ts';
import { PushRefused, pushObstacle, subscribe } from '#src/device/push.ts';
import { Button } from '#src/ui/Button.tsx';
import { Message } from '#src/ui/Message.tsx';
import { adminCall } from '../session/adminCall.ts';
import { failureText } from '../shell/failureText.ts';
import styles from './AlertsScreen.module.css';

interface Props {
  pushKey: string;
  /** Whether this browser is in the list of channels. */
  isListed: boolean;
  onAdded: (settings: AlertSettings) => void;
}

/** Has this very browser notified, also when no page of it is open. */
export function NotifyHere({ pushKey, isListed, onAdded }: Props) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const obstacle = pushObstacle();

  async function add() {
    setBusy(true);
    setFailure(undefined);
    try {
      const subscription = await subscribe(pushKey);
      onAdded(await adminCall((token) => addAlertChannel(token, { kind: 'push', subscription })));
    } catch (error) {
      setFailure(error instanceof PushRefused ? error.message : failureText(error));
    }
    setBusy(false);
  }

  if (isListed) return null;
  if (obstacle !== undefined) return <p className={styles.quiet}>{obstacle}</p>;
  return (
    <>
      {failure !== undefined && <Message kind="error">{failure}</Message>}
      <Button className={styles.action} disabled={busy} onClick={() => void add()}>
        Notify me in this browser
      </Button>
    </>
  );
}
