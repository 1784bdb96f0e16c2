import { useState } from 'react';
import type { BrokerNodes as Broker } from '#contract/nodes/schemas.ts';
import { mayPass } from '#domain/access/permissions.ts';
import { onText } from '#domain/clock/when.ts';
import { countOf } from '#domain/curation/counts.ts';
import { droppedText } from '#domain/nodes/brokerNodes.ts';
import { fetchBrokerNodes, forgetBrokerNodes } from '#src/admin/api/nodes.ts';
import { reader } from '#src/shared/session/reader.ts';
import { useStoredUser } from '#src/shared/session/storedUser.ts';
import { Button } from '#src/shared/ui/Button.tsx';
import { Message } from '#src/shared/ui/Message.tsx';
import { Stack } from '#src/shared/ui/layout/Stack.tsx';
import { Heading } from '#src/shared/ui/text/Heading.tsx';
import { Row } from '#src/shared/ui/layout/Row.tsx';
import { adminCall } from '#src/admin/session/adminCall.ts';
import { QuestionDialog } from '#src/admin/shell/dialogs.tsx';
import { withToast } from '#src/admin/shell/toasts.ts';
import { type AdminResource, useAdminResource } from '#src/admin/shell/useAdminResource.ts';

const REFRESH_MS = 10_000;
/** After a day without dropped pings the note is no news any more. */
const NEWS_MS = 24 * 60 * 60_000;

export function useBrokerNodes(): AdminResource<Broker> {
  return useAdminResource(fetchBrokerNodes, { refreshMs: REFRESH_MS });
}

interface Props {
  broker: AdminResource<Broker>;
}

/** Says that the server drops pings of the MQTT broker, and why. */
export function DroppedPings({ broker: { data }, now }: Props & { now: number }) {
  const dropped = data?.dropped;
  if (!dropped || now - Date.parse(dropped.at) >= NEWS_MS) return null;
  return (
    <Message kind="info">
      <p>
        {droppedText(dropped)}. The last one was dropped {onText(dropped.at, reader())}. A device with a key of its own
        always finds a place.
      </p>
    </Message>
  );
}

/** The number of nodes that came by MQTT, and the button that forgets them all; nothing where there are none. */
export function BrokerNodes({ broker: { data, reload } }: Props) {
  const [isAsking, setIsAsking] = useState(false);
  const mayForget = mayPass(useStoredUser()?.permissions ?? [], ['admin']);
  if (!data || data.count === 0) return null;
  const nodes = countOf(data.count, 'node');

  async function forget() {
    const { forgotten } = await adminCall(forgetBrokerNodes);
    await reload();
    return `${countOf(forgotten, 'node')} that came by MQTT ${forgotten === 1 ? 'is' : 'are'} forgotten.`;
  }

  function forgetNow() {
    setIsAsking(false);
    void withToast(forget, { failed: (why) => `The nodes that came by MQTT were not forgotten. ${why}` });
  }

  return (
    <Stack as="section" aria-labelledby="broker-nodes">
      <Heading level={2} id="broker-nodes">
        Nodes by MQTT
      </Heading>
      <p>
        {nodes} of at most {data.most.toLocaleString('en')} came by MQTT and {data.count === 1 ? 'belongs' : 'belong'}{' '}
        to no key.
      </p>
      {mayForget && (
        <Row>
          <Button variant="danger" onClick={() => setIsAsking(true)}>
            Forget all that came by MQTT
          </Button>
        </Row>
      )}
      {isAsking && (
        <QuestionDialog
          title={`Forget ${nodes} that came by MQTT?`}
          action="Forget"
          onConfirm={forgetNow}
          onClose={() => setIsAsking(false)}
        >
          <p>
            Their history and notes are deleted, and their devices in Home Assistant. One that is still pinged comes
            back without them. Nodes that belong to a key stay.
          </p>
        </QuestionDialog>
      )}
    </Stack>
  );
}
