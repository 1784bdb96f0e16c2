import { type ChangeEvent, type FormEvent, useState } from 'react';
import { addAlertChannel } from '#src/admin/api/alerts.ts';
import type { AlertSettings, NewChannel } from '#contract/alerts/schemas.ts';
import type { ChannelKind } from '#contract/admin/limits.ts';
import { Button } from '#src/shared/ui/Button.tsx';
import { ChoiceField } from '#src/shared/ui/choices/ChoiceField.tsx';
import { TextField } from '#src/shared/ui/fields/TextField.tsx';
import { adminCall } from '#src/admin/session/adminCall.ts';
import { useAction } from '#src/admin/shell/useAction.ts';
import { Stack } from '#src/shared/ui/layout/Stack.tsx';
import { Row } from '#src/shared/ui/layout/Row.tsx';

/** The kinds of channels with typed fields; a browser adds itself. */
type TypedKind = Exclude<ChannelKind, 'push'>;

const CHOICES: readonly { value: TypedKind; label: string }[] = [
  { value: 'ntfy', label: 'ntfy' },
  { value: 'mail', label: 'E-mail' },
  { value: 'webhook', label: 'Webhook' },
];

const FIRST: Record<TypedKind, { label: string; placeholder: string }> = {
  ntfy: { label: 'Address of the topic', placeholder: 'https://ntfy.sh/my-house' },
  mail: { label: 'To', placeholder: 'me@example.org' },
  webhook: { label: 'Address', placeholder: 'https://example.org/hook' },
};

interface Props {
  hasMailServer: boolean;
  onAdded: (settings: AlertSettings) => void;
}

function channelOf(kind: TypedKind, first: string, secret: string): NewChannel {
  if (kind === 'mail') return { kind, to: first, ...(secret && { smtpUrl: secret }) };
  return kind === 'ntfy' ? { kind, url: first, ...(secret && { token: secret }) } : { kind, url: first };
}

/** Adds a channel. Secrets are sent to the server and never come back. */
export function NewChannelForm({ hasMailServer, onAdded }: Props) {
  const [kind, setKind] = useState<TypedKind>('ntfy');
  const [first, setFirst] = useState('');
  const [secret, setSecret] = useState('');
  const { busy, failure, run } = useAction();

  async function add() {
    onAdded(await adminCall((token) => addAlertChannel(token, channelOf(kind, first.trim(), secret.trim()))));
    // Text typed in the meantime is for another channel.
    setFirst((now) => (now === first ? '' : now));
    setSecret((now) => (now === secret ? '' : now));
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    void run(add);
  }

  return (
    <Stack as="form" gap={4} onSubmit={submit}>
      <ChoiceField label="Add a channel" choices={CHOICES} value={kind} onChange={setKind} />
      <TextField
        label={FIRST[kind].label}
        placeholder={FIRST[kind].placeholder}
        required
        value={first}
        error={failure}
        onChange={(event) => setFirst(event.target.value)}
      />
      <SecretField kind={kind} hasMailServer={hasMailServer} value={secret} onChange={setSecret} />
      <Row>
        <Button type="submit" disabled={busy}>
          Add
        </Button>
      </Row>
    </Stack>
  );
}

interface SecretProps {
  kind: TypedKind;
  hasMailServer: boolean;
  value: string;
  onChange: (secret: string) => void;
}

function SecretField({ kind, hasMailServer, value, onChange }: SecretProps) {
  if (kind === 'webhook') return null;
  const common = {
    type: 'password',
    autoComplete: 'off',
    value,
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => onChange(target.value),
  };
  if (kind === 'ntfy') return <TextField label="Access token (if the topic needs one)" {...common} />;
  return (
    <TextField
      label="Mail server"
      required={!hasMailServer}
      hint={
        hasMailServer
          ? 'Empty: the one of this server (SMTP_URL)'
          : 'smtps://name:password@mail.example.org; it stays on the server'
      }
      {...common}
    />
  );
}
