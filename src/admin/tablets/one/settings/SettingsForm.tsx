import type { ComponentProps, ReactNode } from 'react';
import type { Album } from '#contract/photos/schemas.ts';
import type { Tablet, TabletChanges } from '#contract/tablets/schemas.ts';
import { PHOTO_SEQUENCES, type PhotoSequence } from '#contract/limits.ts';
import { visibleChoices } from '#domain/tablets/albumAccess.ts';
import { durationText, offeredReturns, offeredSeconds } from '#domain/tablets/offeredChoices.ts';
import { ChoiceField } from '#src/shared/ui/choices/ChoiceField.tsx';
import { SelectField } from '#src/shared/ui/fields/SelectField.tsx';
import { StartFields } from '../../add/fields.tsx';
import { LookFields, type SettingsProps } from './LookFields.tsx';
import { ProgrammeFields } from '#src/admin/programme/ProgrammeFields.tsx';
import styles from './SettingsForm.module.css';
import { Stack } from '#src/shared/ui/layout/Stack.tsx';
import { Card } from '#src/shared/ui/layout/Card.tsx';
import { Note } from '#src/shared/ui/text/Text.tsx';

const ORDERS: Record<PhotoSequence, string> = {
  album: 'As in the album',
  shuffle: 'Shuffled, none twice in a round',
  newest: 'Newest first',
  'on-this-day': '‘On this day’ first',
};

interface Props {
  tablet: Pick<Tablet, 'settings' | 'albumIds' | 'report' | 'guestCode'>;
  albums: readonly Album[];
  /** The server's time in milliseconds. */
  now: number;
  onChange: SettingsProps['onChange'];
  onCode: ComponentProps<typeof GuestFields>['onChange'];
  /** Its access and its key; undefined where those are shown elsewhere. */
  connection?: ReactNode;
}

/** All settings of a tablet, in four groups. Each change is passed on at once. */
export function SettingsForm({ tablet, albums, now, onChange, onCode, connection }: Props) {
  const { settings, albumIds } = tablet;
  return (
    <Stack gap={4}>
      <Group title="What it shows">
        <StartFields label="Begins with" {...{ settings, albums, albumIds, onChange }} />
        {settings.startsWith !== 'home' && <ReturnField settings={settings} onChange={onChange} />}
        <SlideshowFields settings={settings} onChange={onChange} />
        <GuestFields guestCode={tablet.guestCode} albums={albums} onChange={onCode} />
      </Group>
      <Group title="How it looks">
        <LookFields settings={settings} onChange={onChange} />
      </Group>
      <Group title="Its day">
        <ProgrammeFields tablet={tablet} albums={albums} now={now} onChange={onChange} />
      </Group>
      {connection && <Group title="Connection">{connection}</Group>}
    </Stack>
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

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card as="fieldset" padding="l" className={styles.group}>
      <legend className={styles.legend}>{title}</legend>
      {children}
    </Card>
  );
}

interface GuestFieldsProps {
  guestCode: Tablet['guestCode'];
  albums: readonly Album[];
  onChange: (changes: Pick<TabletChanges, 'guestCode'>) => void;
}

/** The value for no album: the tablet shows no code. */
const NOWHERE = '';

/** The album for photos that guests send with the code on this tablet, and whether they need approval. */
function GuestFields({ guestCode, albums, onChange }: GuestFieldsProps) {
  const { albumId = NOWHERE, mayUpload = 'after-approval' } = guestCode ?? {};
  const choices = visibleChoices(albums, null);
  const isKnown = albumId === NOWHERE || choices.some(({ album }) => album.id === albumId);
  return (
    <>
      <SelectField
        label="Guests add photos to"
        value={albumId}
        onChange={({ target }) =>
          onChange({ guestCode: target.value === NOWHERE ? null : { albumId: target.value, mayUpload } })
        }
      >
        <option value={NOWHERE}>No album: it shows no code</option>
        {!isKnown && <option value={albumId}>An album that was deleted</option>}
        {choices.map(({ album, depth }) => (
          <option key={album.id} value={album.id}>
            {'\u2003'.repeat(depth) + album.name}
          </option>
        ))}
      </SelectField>
      {albumId !== NOWHERE && (
        <ChoiceField
          label="They are seen"
          choices={[
            { value: 'at-once', label: 'At once' },
            { value: 'after-approval', label: 'After approval' },
          ]}
          value={mayUpload}
          onChange={(value) => onChange({ guestCode: { albumId, mayUpload: value } })}
        />
      )}
      {albumId !== NOWHERE && (
        <Note>
          A code in a corner of the slideshow and of the menu opens the page on a guest’s phone. “Shared Links” lists
          it.
        </Note>
      )}
    </>
  );
}
