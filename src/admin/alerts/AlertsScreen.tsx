import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { ChannelKind } from '#contract/admin/limits.ts';
import { whenText } from '#domain/clock/when.ts';
import { fetchAlerts, addAlertChannel, removeAlertChannel, testAlertChannel } from '#src/admin/api/alerts.ts';
import type { AlertSettings, AlertChannel } from '#contract/alerts/schemas.ts';
import { subscribedAs, PushRefused, pushObstacle, subscribe, unsubscribe } from './push.ts';
import { reader } from '#src/shared/session/reader.ts';
import { LoadFailureMessage } from '#src/admin/shell/LoadFailureMessage.tsx';
import { showToast } from '#src/admin/shell/toasts.ts';
import { useAdminResource } from '#src/admin/shell/useAdminResource.ts';
import { shapes } from '#src/shared/ui/shapes.ts';
import styles from './AlertsScreen.module.css';
import { NewChannelForm } from './NewChannelForm.tsx';
import { RulesForm } from './RulesForm.tsx';
import { AdminTitle } from '#src/admin/shell/Section.tsx';
import { Button } from '#src/shared/ui/Button.tsx';
import { Message } from '#src/shared/ui/Message.tsx';
import { adminCall } from '#src/admin/session/adminCall.ts';
import { failureText, useAction } from '#src/admin/shell/useAction.ts';

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
  const [hereId, refreshHereId] = useHereId();
  const show = (next: AlertSettings) => {
    replace(next);
    refreshHereId();
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

/** The name of this browser in the list, and the function that reads it again. */
function useHereId(): [string | undefined, () => void] {
  const [hereId, setHereId] = useState<string>();
  useEffect(() => void readHereId(setHereId), []);
  return [hereId, () => void readHereId(setHereId)];
}

async function readHereId(tell: (hereId: string | undefined) => void): Promise<void> {
  tell(await subscribedAs().catch(() => undefined));
}

/** Subscribes this browser to notifications, which arrive also when no page is open. */
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
      <Button className={shapes.atStart} disabled={busy} onClick={() => void run(add, channelFailure)}>
        Notify me in this browser
      </Button>
    </>
  );
}

function channelFailure(error: unknown): string {
  return error instanceof PushRefused ? error.message : failureText(error);
}

const KINDS: Record<ChannelKind, string> = { mail: 'E-mail', webhook: 'Webhook', ntfy: 'ntfy', push: 'Browser' };

interface Props {
  channels: readonly AlertChannel[];
  /** The channel that leads to this browser. */
  hereId: string | undefined;
  onChanged: (settings: AlertSettings) => void;
  /** A call failed, perhaps since somebody else has changed the list. */
  onFailed: () => void;
}

function ChannelList({ channels, hereId, onChanged, onFailed }: Props) {
  /** One call at a time: each response is the whole list, and an older one would bring back what a newer removed. */
  const { busy, run } = useAction();

  async function change(call: (token: string) => Promise<AlertSettings>) {
    try {
      onChanged(await adminCall(call));
    } catch (error) {
      showToast({ kind: 'failed', text: failureText(error) });
      onFailed();
    }
  }

  async function remove(id: string) {
    // Here first: a subscription that is off the list must not show notifications any more.
    if (id === hereId) await unsubscribe().catch(() => undefined);
    await change((token) => removeAlertChannel(token, id));
  }

  if (channels.length === 0) {
    return (
      <p className={shapes.note}>
        Nobody gets alerts yet. Add a channel below: your phone, an e-mail address or this browser.
      </p>
    );
  }
  return (
    <ul className={shapes.stack3}>
      {channels.map(({ id, kind, name, lastResult }) => (
        <li key={id} className={`${shapes.line} ${shapes.card} ${shapes.gap23} ${shapes.padded}`}>
          <div className={`${shapes.words} ${shapes.slim} ${shapes.sentence}`}>
            <p className={shapes.strong}>{`${KINDS[kind]}: ${name}${id === hereId ? ' – this browser' : ''}`}</p>
            <output className={lastResult?.isSent === false ? `${shapes.fine} ${shapes.failed}` : shapes.note}>
              {lastResult ? `${lastResult.text} · ${whenText(lastResult.at, reader())}` : 'Nothing sent yet'}
            </output>
          </div>
          <Button
            size="s"
            disabled={busy}
            onClick={() => void run(() => change((token) => testAlertChannel(token, id)))}
          >
            Send a test<span className={shapes.spokenOnly}> to {name}</span>
          </Button>
          <Button size="s" disabled={busy} onClick={() => void run(() => remove(id))}>
            Remove<span className={shapes.spokenOnly}> {name}</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}
