import { type FormEvent, useState } from 'react';
import { saveAlertRule } from '#src/api/nodes.ts';
import type { AlertRule, AlertSettings, QuietHours } from '#contract/schemas/alerts.ts';
import { SILENT_MINUTES } from '#contract/admin/limits.ts';
import { Button } from '#src/ui/Button.tsx';
import { Switch } from '#src/ui/fields/Switch.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { adminCall } from '../session/adminCall.ts';
import { useEachOnce } from '../shell/useEachOnce.ts';
import { useInTurn } from '../shell/useInTurn.ts';
import { withToast } from '../shell/toasts.ts';
import styles from './AlertsScreen.module.css';

interface Props {
  rule: AlertRule;
  onSaved: (settings: AlertSettings) => void;
}

const NIGHT = { from: '22:00', to: '07:00' };

/** The rule for all nodes. */
export function RuleForm({ rule, onSaved }: Props) {
  const [typed, setTyped] = useState(rule);
  const { isOn, silentMinutes, quietHours } = typed;
  const change = (changes: Partial<AlertRule>) => setTyped({ ...typed, ...changes });

  const inTurn = useInTurn();
  const once = useEachOnce();

  async function save() {
    onSaved(await inTurn(() => adminCall((token) => saveAlertRule(token, typed))));
    return 'The rule is saved.';
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    void once(JSON.stringify(typed), () => withToast(save, { failed: (why) => `The rule was not saved. ${why}` }));
  }

  return (
    <form className={styles.part} onSubmit={submit}>
      <h2 className={styles.heading}>The rule for all nodes</h2>
      <Switch
        label="Tell of silent nodes"
        checked={isOn}
        onChange={(event) => change({ isOn: event.target.checked })}
      />
      <TextField
        label="Silent for so many minutes"
        type="number"
        min={SILENT_MINUTES.least}
        max={SILENT_MINUTES.most}
        required
        value={silentMinutes || ''}
        hint="A node can have minutes of its own, on its page."
        onChange={(event) => change({ silentMinutes: Number(event.target.value) })}
      />
      <Switch
        label="Quiet hours"
        checked={quietHours !== null}
        onChange={(event) =>
          change({
            quietHours: event.target.checked
              ? { ...NIGHT, zone: new Intl.DateTimeFormat().resolvedOptions().timeZone }
              : null,
          })
        }
      />
      {quietHours && <QuietFields hours={quietHours} onChange={(hours) => change({ quietHours: hours })} />}
      <Button type="submit" variant="primary" className={styles.action}>
        Save the rule
      </Button>
    </form>
  );
}

interface QuietProps {
  hours: QuietHours;
  onChange: (hours: QuietHours) => void;
}

function QuietFields({ hours, onChange }: QuietProps) {
  return (
    <>
      <div className={styles.pair}>
        <TextField
          label="From"
          type="time"
          required
          value={hours.from}
          onChange={(event) => onChange({ ...hours, from: event.target.value })}
        />
        <TextField
          label="To"
          type="time"
          required
          value={hours.to}
          onChange={(event) => onChange({ ...hours, to: event.target.value })}
        />
      </div>
      <TextField
        label="Time zone"
        required
        value={hours.zone}
        hint="What is still silent when they end is told then."
        onChange={(event) => onChange({ ...hours, zone: event.target.value })}
      />
    </>
  );
}
