import { ChoiceField } from '#src/shared/ui/choices/ChoiceField.tsx';
import type { SettingsFields } from '#src/admin/tablets/slots.ts';

/** Whether a tablet plays the clips of photos. */
export function ClipField({ tablet: { settings }, onChange }: SettingsFields) {
  return (
    <ChoiceField
      label="Photos that move"
      choices={[
        { value: 'once', label: 'Move once' },
        { value: 'off', label: 'Stand still' },
      ]}
      value={settings.clips}
      onChange={(clips) => onChange({ clips })}
    />
  );
}
