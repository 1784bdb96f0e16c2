import { useState } from 'react';
import { saveAlertRules } from '#src/admin/api/alerts.ts';
import type { AlertRules, AlertSettings, QuietHours } from '#contract/alerts/schemas.ts';
import { OFF_WALL_MINUTES, SILENT_MINUTES } from '#contract/admin/limits.ts';
import { ownTimeZone } from '#domain/albums/longAlbums.ts';
import { CommittedField } from '#src/shared/ui/fields/CommittedField.tsx';
import { Switch } from '#src/shared/ui/fields/Switch.tsx';
import { adminCall } from '#src/admin/session/adminCall.ts';
import { useInTurn } from '#src/admin/shell/useAction.ts';
import { withToast } from '#src/admin/shell/toasts.ts';
import { Stack } from '#src/shared/ui/layout/Stack.tsx';
import { Heading } from '#src/shared/ui/text/Heading.tsx';
import { Note } from '#src/shared/ui/text/Text.tsx';
import styles from './AlertsScreen.module.css';

interface Props {
  settings: Pick<AlertSettings, 'rule' | 'tablets' | 'server'>;
  onSaved: (settings: AlertSettings) => void;
}

const NIGHT = { from: '22:00', to: '07:00' };

/** Each change is shown and saved at once. When the server rejects it, the form shows the server's state again. */
function useRules({ settings, onSaved }: Props) {
  const [changed, setChanged] = useState<AlertRules>();
  const inTurn = useInTurn();
  const { rule, tablets, server } = settings;
  const rules = changed ?? { ...rule, tablets, server };

  async function change(changes: Partial<AlertRules>): Promise<void> {
    const next = { ...rules, ...changes };
    const save = async () => onSaved(await inTurn(() => adminCall((token) => saveAlertRules(token, next))));
    setChanged(next);
    await withToast(save, {
      failed: (why) => `The alerts were not changed. ${why}`,
      again: () => void change(changes),
    });
    // A later change stays on screen: it may still wait to be sent.
    setChanged((now) => (now === next ? undefined : now));
  }

  return { rules, change: (changes: Partial<AlertRules>) => void change(changes) };
}

/** The three subjects of alerts, and the hours without alerts. */
export function RulesForm(props: Props) {
  const { rules, change } = useRules(props);
  const { isOn, silentMinutes, quietHours, tablets, server } = rules;
  return (
    <Stack as="section" gap={4} aria-labelledby="rules">
      <Heading level={2} id="rules">
        What alerts are about
      </Heading>
      <Switch label="A silent node" checked={isOn} onChange={(event) => change({ isOn: event.target.checked })} />
      {isOn && (
        <MinutesField
          label="Minutes of silence before an alert"
          limits={SILENT_MINUTES}
          value={silentMinutes}
          hint="A node can have minutes of its own, on its page."
          onCommit={(minutes) => change({ silentMinutes: minutes })}
        />
      )}
      <Switch
        label="A tablet that is off the wall"
        checked={tablets.isOn}
        onChange={(event) => change({ tablets: { ...tablets, isOn: event.target.checked } })}
      />
      {tablets.isOn && (
        <MinutesField
          label="Minutes off the wall before an alert"
          limits={OFF_WALL_MINUTES}
          value={tablets.minutes}
          hint="Hours in which its programme keeps it dark do not count."
          onCommit={(minutes) => change({ tablets: { ...tablets, minutes } })}
        />
      )}
      <div>
        <Switch
          label="The server needs attention"
          checked={server.isOn}
          onChange={(event) => change({ server: { isOn: event.target.checked } })}
        />
        <Note>A disk that is almost full, a failed backup, or no backup for 7 days.</Note>
      </div>
      <Switch
        label="Quiet hours"
        checked={quietHours !== null}
        onChange={(event) => change({ quietHours: event.target.checked ? { ...NIGHT, zone: ownTimeZone() } : null })}
      />
      {quietHours && <QuietFields hours={quietHours} onChange={(hours) => change({ quietHours: hours })} />}
      <Note>Each change is saved at once.</Note>
    </Stack>
  );
}

interface MinutesProps {
  label: string;
  limits: { least: number; most: number };
  value: number;
  hint: string;
  onCommit: (minutes: number) => void;
}

function MinutesField({ label, limits, value, hint, onCommit }: MinutesProps) {
  return (
    <CommittedField
      label={label}
      type="number"
      min={limits.least}
      max={limits.most}
      required
      value={String(value)}
      hint={hint}
      onCommit={(text) => onCommit(Number(text))}
    />
  );
}

interface QuietProps {
  hours: QuietHours;
  onChange: (hours: QuietHours) => void;
}

function QuietFields({ hours, onChange }: QuietProps) {
  const fieldOf = (name: keyof QuietHours) => ({
    required: true,
    value: hours[name],
    onCommit: (text: string) => onChange({ ...hours, [name]: text }),
  });
  return (
    <>
      <div className={styles.pair}>
        <CommittedField label="From" type="time" {...fieldOf('from')} />
        <CommittedField label="To" type="time" {...fieldOf('to')} />
      </div>
      <CommittedField
        label="Time zone"
        hint="Alerts that still hold when they end are sent then."
        {...fieldOf('zone')}
      />
    </>
  );
}
