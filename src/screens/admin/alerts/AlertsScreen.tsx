import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { fetchAlerts, addAlertChannel } from '#src/api/nodes.ts';
import type { AlertSettings } from '#contract/schemas/alerts.ts';
import { subscribedAs, PushRefused, pushObstacle, subscribe } from '#src/device/push.ts';
import { LoadFailureMessage } from '../shell/LoadFailureMessage.tsx';
import { useAdminResource } from '../shell/useAdminResource.ts';
import shapes from '#src/ui/shapes.module.css';
import styles from './AlertsScreen.module.css';
import { ChannelList } from './ChannelList.tsx';
import { NewChannelForm } from './NewChannelForm.tsx';
import { RulesForm } from './RulesForm.tsx';
import { AdminTitle } from '../shell/AdminTitle.tsx';
import { Button } from '#src/ui/Button.tsx';
import { Message } from '#src/ui/Message.tsx';
import { adminCall } from '../session/adminCall.ts';
import { failureText } from '../shell/failureText.ts';
import { useAction } from '../shell/useAction.ts';

interface NotifyHereProps {
  pushKey: string;
  /** Whether this browser is in the list of channels. */
  isListed: boolean;
  onAdded: (settings: AlertSettings) => void;
}

/** The rules of alerts, and where the messages go. */
export function AlertsScreen() {
  const load = useAdminResource(fetchAlerts);
  const settings = load.data;
  const replace = (next: AlertSettings) => load.change(() => next);
  const [hereId, lookAgain] = useHereId();
  const show = (next: AlertSettings) => {
    replace(next);
    lookAgain();
  };
  return (
    <>
      <AdminTitle>Alerts</AdminTitle>
      <Link to="/admin/circuit-tree" className={`${shapes.back} ${shapes.above}`}>
        {'< Back to Circuit Tree'}
      </Link>
      <h1 className={shapes.title}>Alerts</h1>
      <LoadFailureMessage text="Failed to load the alerts" load={load} />
      {!settings && !load.failure && <p className={shapes.note}>Loading the alerts...</p>}
      {settings && (
        <div className={`${shapes.columns} ${styles.columns}`}>
          <RulesForm settings={settings} onSaved={replace} />
          <section className={shapes.column4} aria-labelledby="channels">
            <h2 id="channels" className={shapes.heading}>
              Where messages go
            </h2>
            <ChannelList
              channels={settings.channels}
              hereId={hereId}
              onChanged={show}
              onFailed={() => void load.reload()}
            />
            <NotifyHere
              pushKey={settings.pushKey}
              isListed={settings.channels.some(({ id }) => id === hereId)}
              onAdded={show}
            />
            <NewChannelForm hasMailServer={settings.hasMailServer} onAdded={replace} />
          </section>
        </div>
      )}
    </>
  );
}

/** The name of this browser in the list, and the function that looks it up again. */
function useHereId(): [string | undefined, () => void] {
  const [hereId, setHereId] = useState<string>();
  useEffect(() => void lookUp(setHereId), []);
  return [hereId, () => void lookUp(setHereId)];
}

async function lookUp(tell: (hereId: string | undefined) => void): Promise<void> {
  tell(await subscribedAs().catch(() => undefined));
}

/** Has this very browser notified, also when no page of it is open. */
function NotifyHere({ pushKey, isListed, onAdded }: NotifyHereProps) {
  const { busy, failure, run } = useAction();
  const obstacle = pushObstacle();

  async function add() {
    const subscription = await subscribe(pushKey);
    onAdded(await adminCall((token) => addAlertChannel(token, { kind: 'push', subscription })));
  }

  if (isListed) return null;
  if (obstacle !== undefined) return <p className={shapes.note}>{obstacle}</p>;
  return (
    <>
      {failure !== undefined && <Message kind="error">{failure}</Message>}
      <Button className={shapes.atStart} disabled={busy} onClick={() => void run(add, textOf)}>
        Notify me in this browser
      </Button>
    </>
  );
}

function textOf(error: unknown): string {
  return error instanceof PushRefused ? error.message : failureText(error);
}
