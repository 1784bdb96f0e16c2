import { addAlertChannel } from '#src/api/nodes.ts';
import type { AlertSettings } from '#contract/schemas/alerts.ts';
import { PushRefused, pushObstacle, subscribe } from '#src/device/push.ts';
import { Button } from '#src/ui/Button.tsx';
import { Message } from '#src/ui/Message.tsx';
import { adminCall } from '../session/adminCall.ts';
import { failureText } from '../shell/failureText.ts';
import { useAction } from '../shell/useAction.ts';
import styles from './AlertsScreen.module.css';

interface Props {
  pushKey: string;
  /** Whether this browser is in the list of channels. */
  isListed: boolean;
  onAdded: (settings: AlertSettings) => void;
}

/** Has this very browser notified, also when no page of it is open. */
export function NotifyHere({ pushKey, isListed, onAdded }: Props) {
  const { busy, failure, run } = useAction();
  const obstacle = pushObstacle();

  async function add() {
    const subscription = await subscribe(pushKey);
    onAdded(await adminCall((token) => addAlertChannel(token, { kind: 'push', subscription })));
  }

  if (isListed) return null;
  if (obstacle !== undefined) return <p className={styles.quiet}>{obstacle}</p>;
  return (
    <>
      {failure !== undefined && <Message kind="error">{failure}</Message>}
      <Button className={styles.action} disabled={busy} onClick={() => void run(add, textOf)}>
        Notify me in this browser
      </Button>
    </>
  );
}

function textOf(error: unknown): string {
  return error instanceof PushRefused ? error.message : failureText(error);
}
