import type { ReactNode } from 'react';
import type { Album } from '#contract/schemas/photos.ts';
import { PHOTO_SEQUENCES, type PhotoSequence } from '#contract/limits.ts';
import type { TabletSettings } from '#contract/schemas/tabletSettings.ts';
import { durationText, offeredReturns, offeredSeconds } from '#domain/tabletAdmin/durations.ts';
import { languagesWith } from '#domain/tabletAdmin/languages.ts';
import { SelectField } from '#src/ui/fields/SelectField.tsx';
import { Switch } from '#src/ui/fields/Switch.tsx';
import { ChoiceField } from '#src/ui/choices/ChoiceField.tsx';
import { StartFields } from '../../add/StartFields.tsx';
import { NightFields } from './NightFields.tsx';
import styles from './SettingsForm.module.css';

const ORDERS: Record<PhotoSequence, string> = {
  album: 'As in the album',
  shuffle: 'Shuffled, none twice in a round',
  newest: 'Newest first',
  'on-this-day': '‘On this day’ first',
};

interface SettingsProps {
  settings: TabletSettings;
  onChange: (changes: Partial<TabletSettings>) => void;
}

interface Props extends SettingsProps {
  albums: readonly Album[];
  /** The albums that the tablet may see; null: all. */
  albumIds: readonly string[] | null;
}

/** Every setting of a tablet. Each change is handed on at once. */
export function SettingsForm({ settings, albums, albumIds, onChange }: Props) {
  return (
    <div className={styles.form}>
      <Group title="At the start">
        <StartFields label="Begins with" {...{ settings, albums, albumIds, onChange }} />
        {settings.startsWith !== 'home' && <ReturnField settings={settings} onChange={onChange} />}
      </Group>
      <Group title="Slideshow">
        <SlideshowFields settings={settings} onChange={onChange} />
      </Group>
      <Group title="Over the photo">
        <Flag label="Caption" name="caption" settings={settings} onChange={onChange} />
        <Flag label="Date" name="date" settings={settings} onChange={onChange} />
        <Flag label="Small clock" name="clockOverlay" settings={settings} onChange={onChange} />
        <Flag label="Countdown" name="countdown" settings={settings} onChange={onChange} />
      </Group>
      <Group title="Clock and language">
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
      </Group>
      <Group title="At night">
        <NightFields night={settings.night} onChange={(night) => onChange({ night })} />
      </Group>
    </div>
  );
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
      <ChoiceField
        label="Photos"
        choices={[
          { value: 'contain', label: 'Whole' },
          { value: 'cover', label: 'Fill the screen' },
        ]}
        value={settings.fit}
        onChange={(fit) => onChange({ fit })}
      />
      <Flag label="Two upright photos side by side" name="pairs" settings={settings} onChange={onChange} />
      <Flag label="Fade from photo to photo" name="transitions" settings={settings} onChange={onChange} />
    </>
  );
}

interface FlagProps extends SettingsProps {
  label: string;
  name: 'pairs' | 'transitions' | 'caption' | 'date' | 'clockOverlay' | 'countdown';
}

function Flag({ label, name, settings, onChange }: FlagProps) {
  return (
    <Switch label={label} checked={settings[name]} onChange={(event) => onChange({ [name]: event.target.checked })} />
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{title}</legend>
      {children}
    </fieldset>
  );
}
