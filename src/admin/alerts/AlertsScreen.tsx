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
import { BackLink } from '#src/shared/ui/text/TextLink.tsx';
import { Heading } from '#src/shared/ui/text/Heading.tsx';
import { Note, Text } from '#src/shared/ui/text/Text.tsx';
import { Stack } from '#src/shared/ui/layout/Stack.tsx';
import { Row } from '#src/shared/ui/layout/Row.tsx';
import { Card } from '#src/shared/ui/layout/Card.tsx';
import { SpokenOnly } from '#src/shared/ui/text/SpokenOnly.tsx';
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
      <BackLink to="/admin/circuit-tree">{'< Back to Circuit Tree'}</BackLink>
      <Heading level={1}>Alerts</Heading>
      <LoadFailureMessage text="Failed to load the alerts" load={load} />
      {!settings && !load.failure && <Note>Loading the alerts...</Note>}
      {settings && (
        <div className={styles.columns}>
          <RulesForm settings={settings} onSaved={replace} />
          <Stack as="section" gap={4} aria-labelledby="channels">
            <Heading level={2} id="channels">
              Where messages go
            </Heading>
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
          </Stack>
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
  if (obstacle !== undefined) return <Note>{obstacle}</Note>;
  return (
    <>
      {failure !== undefined && <Message kind="error">{failure}</Message>}
      <Row>
        <Button disabled={busy} onClick={() => void run(add, channelFailure)}>
          Notify me in this browser
        </Button>
      </Row>
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
    // Unsubscribes this browser first, because a subscription that is off the list must not show notifications any
    // more.
    if (id === hereId) await unsubscribe().catch(() => undefined);
    await change((token) => removeAlertChannel(token, id));
  }

  if (channels.length === 0) {
    return <Note>Nobody gets alerts yet. Add a channel below: your phone, an e-mail address or this browser.</Note>;
  }
  return (
    <Stack as="ul">
      {channels.map(({ id, kind, name, lastResult }) => (
        <Card as="li" padding="m" key={id} className={styles.channel}>
          <Text as="div" className={styles.words}>
            <Text strong>{`${KINDS[kind]}: ${name}${id === hereId ? ' – this browser' : ''}`}</Text>
            <Text as="output" size="s" tone={lastResult?.isSent === false ? 'danger' : 'quiet'}>
              {lastResult ? `${lastResult.text} · ${whenText(lastResult.at, reader())}` : 'Nothing sent yet'}
            </Text>
          </Text>
          <Button
            size="s"
            disabled={busy}
            onClick={() => void run(() => change((token) => testAlertChannel(token, id)))}
          >
            Send a test<SpokenOnly> to {name}</SpokenOnly>
          </Button>
          <Button size="s" disabled={busy} onClick={() => void run(() => remove(id))}>
            Remove<SpokenOnly> {name}</SpokenOnly>
          </Button>
        </Card>
      ))}
    </Stack>
  );
}
