import type { ReactNode } from 'react';
import { PHOTO_SEQUENCES, type PhotoSequence } from '#contract/limits.ts';
import type { TabletSettings } from '#contract/tablets/tabletSettings.ts';
import { durationText, languagesWith, offeredReturns, offeredSeconds } from '#domain/tablets/offeredChoices.ts';
import { isSwitch, SWITCHES } from '#domain/tablets/switches.ts';
import { ChoiceField } from '#src/shared/ui/choices/ChoiceField.tsx';
import { SelectField } from '#src/shared/ui/fields/SelectField.tsx';
import { Switch } from '#src/shared/ui/fields/Switch.tsx';
import { StartFields } from '../../add/fields.tsx';
import { Filled } from '#src/admin/shell/Filled.tsx';
import { dayFields, type SettingsFields, shownFields } from '../../slots.ts';
import styles from './SettingsForm.module.css';
import { Stack } from '#src/shared/ui/layout/Stack.tsx';
import { Card } from '#src/shared/ui/layout/Card.tsx';

const ORDERS: Record<PhotoSequence, string> = {
  album: 'As in the album',
  shuffle: 'Shuffled, none twice in a round',
  newest: 'Newest first',
  'on-this-day': '‘On this day’ first',
};

interface Props extends SettingsFields {
  /** Its access and its key; undefined where those are shown elsewhere. */
  connection?: ReactNode;
}

/** All settings of a tablet, in four groups. Each change is passed on at once. */
export function SettingsForm({ connection, ...props }: Props) {
  const { tablet, albums, onChange } = props;
  const { settings, albumIds } = tablet;
  return (
    <Stack gap={4}>
      <Group title="What it shows">
        <StartFields label="Begins with" {...{ settings, albums, albumIds, onChange }} />
        {settings.startsWith !== 'home' && <ReturnField settings={settings} onChange={onChange} />}
        <SlideshowFields settings={settings} onChange={onChange} />
        <Filled slot={shownFields} {...props} />
      </Group>
      <Group title="How it looks">
        <LookFields settings={settings} onChange={onChange} />
      </Group>
      {dayFields.length > 0 && (
        <Group title="Its day">
          <Filled slot={dayFields} {...props} />
        </Group>
      )}
      {connection && <Group title="Connection">{connection}</Group>}
    </Stack>
  );
}

interface SettingsProps {
  settings: TabletSettings;
  onChange: (changes: Partial<TabletSettings>) => void;
}

function ReturnField({ settings: { returnAfterSeconds }, onChange }: SettingsProps) {
  return (
    <SelectField
      label="Return after"
      value={returnAfterSeconds}
      onChange={({ target }) => onChange({ returnAfterSeconds: Number(target.value) })}
    >
      {offeredReturns(returnAfterSeconds).map((seconds) => (
        <option key={seconds} value={seconds}>
          {seconds === 0 ? 'Never' : `${durationText(seconds)} without a touch`}
        </option>
      ))}
    </SelectField>
  );
}

function SlideshowFields({ settings, onChange }: SettingsProps) {
  return (
    <>
      <SelectField
        label="Each photo stays for"
        value={settings.secondsPerPhoto}
        onChange={(event) => onChange({ secondsPerPhoto: Number(event.target.value) })}
      >
        {offeredSeconds(settings.secondsPerPhoto).map((seconds) => (
          <option key={seconds} value={seconds}>
            {durationText(seconds)}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Order"
        value={settings.order}
        onChange={({ target }) => {
          const order = PHOTO_SEQUENCES.find((one) => one === target.value);
          if (order) onChange({ order });
        }}
      >
        {PHOTO_SEQUENCES.map((order) => (
          <option key={order} value={order}>
            {ORDERS[order]}
          </option>
        ))}
      </SelectField>
      {settings.order === 'shuffle' && (
        <ChoiceField
          label="As many turns for each"
          choices={[
            { value: 'photos', label: 'Photo' },
            { value: 'albums', label: 'Album' },
            { value: 'years', label: 'Year' },
          ]}
          value={settings.shuffleBy}
          onChange={(shuffleBy) => onChange({ shuffleBy })}
        />
      )}
    </>
  );
}

/** The looks of photos, of the texts over them and of the clock. */
function LookFields({ settings, onChange }: SettingsProps) {
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

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card as="fieldset" padding="l" className={styles.group}>
      <legend className={styles.legend}>{title}</legend>
      {children}
    </Card>
  );
}
