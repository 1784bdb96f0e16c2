import { useState } from 'react';
import type { Album } from '#contract/photos/schemas.ts';
import type { Tablet } from '#contract/tablets/schemas.ts';
import { describeDay } from '#domain/day/dayStrip.ts';
import { tabletDay, tabletFacts, tabletShows } from '#domain/tablets/tabletFacts.ts';
import { endText, tabletState } from '#domain/tablets/tabletState.ts';
import { servedVersion } from '#src/admin/session/servedVersion.ts';
import { Button } from '#src/shared/ui/Button.tsx';
import { DayStrip } from '#src/admin/day/DayStrip.tsx';
import { ShownNow, StateMark } from '../watch/LiveWall.tsx';
import markStyles from '#src/admin/shell/marks.module.css';
import styles from './TabletHead.module.css';
import { TABLET_NAME_MAX_CHARACTERS } from '#contract/limits.ts';
import { TextField } from '#src/shared/ui/fields/TextField.tsx';
import { FormDialog } from '#src/admin/shell/dialogs.tsx';
import { Stack } from '#src/shared/ui/layout/Stack.tsx';
import { Row } from '#src/shared/ui/layout/Row.tsx';
import { Heading } from '#src/shared/ui/text/Heading.tsx';
import { Card } from '#src/shared/ui/layout/Card.tsx';
import { Note } from '#src/shared/ui/text/Text.tsx';
import { SpokenOnly } from '#src/shared/ui/text/SpokenOnly.tsx';

interface RenameDialogProps {
  name: string;
  onSave: (name: string) => void;
  onClose: () => void;
}

interface Props {
  tablet: Tablet;
  albums: readonly Album[];
  now: number;
  onRename: (name: string) => void;
}

/** A tablet's name, its state, and its last report. */
export function TabletHead({ tablet, albums, now, onRename }: Props) {
  const [isRenaming, setIsRenaming] = useState(false);
  const state = tabletState(tablet, now);
  const strip = tabletDay(tablet, now);
  const { report } = tablet;
  const shows = tabletShows(tablet, albums, now);
  const facts = report ? tabletFacts(report, servedVersion()) : [];
  return (
    <Stack as="header">
      <Row gap={3} lineGap={2}>
        <Heading level={1}>
          <bdi>{tablet.name}</bdi>
        </Heading>
        <Button size="s" onClick={() => setIsRenaming(true)}>
          Rename
        </Button>
      </Row>
      <Card padding="m" className={styles.now}>
        {shows && state.mark !== 'over' && <ShownNow shows={shows} />}
        <Stack gap={0} className={styles.facts}>
          <p className={`${markStyles.state} ${styles.state}`} data-mark={state.mark}>
            <StateMark of={state.mark} />
            {state.text}
          </p>
          <Note>
            {[endText(tablet, now), shows && `Shows ${shows.text}`, ...facts.map(({ text }) => text)]
              .filter(Boolean)
              .join(' · ')}
          </Note>
          {tablet.lastSeenAt !== null && (
            <div className={styles.day}>
              <DayStrip strip={strip} />
              <SpokenOnly>Last 24 hours: {describeDay(strip)}</SpokenOnly>
            </div>
          )}
        </Stack>
      </Card>
      {isRenaming && (
        <RenameDialog
          name={tablet.name}
          onClose={() => setIsRenaming(false)}
          onSave={(name) => {
            setIsRenaming(false);
            onRename(name);
          }}
        />
      )}
    </Stack>
  );
}

function RenameDialog({ name: before, onSave, onClose }: RenameDialogProps) {
  const [name, setName] = useState(before);
  return (
    <FormDialog
      title="Rename the tablet"
      disabled={name.trim() === '' || name.trim() === before}
      onSave={() => onSave(name.trim())}
      onClose={onClose}
    >
      <TextField
        label="Name"
        autoComplete="off"
        data-autofocus=""
        maxLength={TABLET_NAME_MAX_CHARACTERS}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
    </FormDialog>
  );
}
