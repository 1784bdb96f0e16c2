import { removeAlertChannel, testAlertChannel } from '#src/api/nodes.ts';
import type { AlertChannel, AlertSettings } from '#contract/schemas/alerts.ts';
import type { ChannelKind } from '#contract/admin/limits.ts';
import { whenText } from '#domain/clock/when.ts';
import { reader } from '#src/session/reader.ts';
import { unsubscribe } from '#src/device/push.ts';
import { Button } from '#src/ui/Button.tsx';
import { adminCall } from '../session/adminCall.ts';
import { failureText } from '../shell/failureText.ts';
import { showToast } from '../shell/toasts.ts';
import { useAction } from '../shell/useAction.ts';
import styles from './AlertsScreen.module.css';
import shapes from '#src/ui/shapes.module.css';

const KINDS: Record<ChannelKind, string> = { mail: 'E-mail', webhook: 'Webhook', ntfy: 'ntfy', push: 'Browser' };

interface Props {
  channels: readonly AlertChannel[];
  /** The channel that leads to this browser. */
  hereId: string | undefined;
  onChanged: (settings: AlertSettings) => void;
  /** A call failed, perhaps since somebody else has changed the list. */
  onFailed: () => void;
}

export function ChannelList({ channels, hereId, onChanged, onFailed }: Props) {
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
    // First here: what is off the list must not be shown any more.
    if (id === hereId) await unsubscribe().catch(() => undefined);
    await change((token) => removeAlertChannel(token, id));
  }

  if (channels.length === 0) {
    return (
      <p className={shapes.note}>
        Nobody is told yet. Add a channel below: your phone, an e-mail address or this browser.
      </p>
    );
  }
  return (
    <ul className={shapes.stack3}>
      {channels.map(({ id, kind, name, lastResult }) => (
        <li key={id} className={`${shapes.line} ${shapes.card} ${shapes.gap23} ${styles.channel}`}>
          <div className={`${shapes.words} ${shapes.slim} ${styles.words}`}>
            <p className={shapes.strong}>{`${KINDS[kind]}: ${name}${id === hereId ? ' – this browser' : ''}`}</p>
            <output className={lastResult?.isSent === false ? `${shapes.fine} ${styles.failed}` : shapes.note}>
              {lastResult ? `${lastResult.text} · ${whenText(lastResult.at, reader())}` : 'Nothing sent yet'}
            </output>
          </div>
          <Button
            size="s"
            disabled={busy}
            onClick={() => void run(() => change((token) => testAlertChannel(token, id)))}
          >
            Send a test<span className={shapes.spoken}> to {name}</span>
          </Button>
          <Button size="s" disabled={busy} onClick={() => void run(() => remove(id))}>
            Remove<span className={shapes.spoken}> {name}</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}
