import type { TabletSettings } from '#contract/tablets/tabletSettings.ts';
import { languagesWith } from '#domain/tablets/offeredChoices.ts';
import { isSwitch, SWITCHES } from '#domain/tablets/switches.ts';
import { ChoiceField } from '#src/shared/ui/choices/ChoiceField.tsx';
import { SelectField } from '#src/shared/ui/fields/SelectField.tsx';
import { Switch } from '#src/shared/ui/fields/Switch.tsx';

export interface SettingsProps {
  settings: TabletSettings;
  onChange: (changes: Partial<TabletSettings>) => void;
}

/** The looks of photos, of the texts over them and of the clock. */
export function LookFields({ settings, onChange }: SettingsProps) {
  return (
    <>
      <ChoiceField
        label="Photos"
        choices={[
          { value: 'contain', label: 'Whole' },
          { value: 'cover', label: 'Fill the screen' },
        ]}
        value={settings.fit}
        onChange={(fit) => onChange({ fit })}
      />
      {Object.keys(SWITCHES)
        .filter(isSwitch)
        .map((name) => (
          <Switch
            key={name}
            label={SWITCHES[name]}
            checked={settings[name]}
            onChange={(event) => onChange({ [name]: event.target.checked })}
          />
        ))}
      <ChoiceField
        label="Hours"
        choices={[
          { value: 12, label: '12 hours' },
          { value: 24, label: '24 hours' },
        ]}
        value={settings.hours}
        onChange={(hours) => onChange({ hours })}
      />
      <LanguageField settings={settings} onChange={onChange} />
    </>
  );
}

function LanguageField({ settings: { locale: own }, onChange }: SettingsProps) {
  const languages = languagesWith(own);
  const options = (hasTexts: boolean) =>
    languages
      .filter((language) => language.hasTexts === hasTexts)
      .map(({ locale, name }) => (
        <option key={locale} value={locale}>
          {hasTexts ? name : `${name} (dates only)`}
        </option>
      ));
  return (
    <SelectField label="Language" value={own} onChange={({ target }) => onChange({ locale: target.value })}>
      <optgroup label="Texts and dates">{options(true)}</optgroup>
      <optgroup label="Dates only, with English texts">{options(false)}</optgroup>
    </SelectField>
  );
}
