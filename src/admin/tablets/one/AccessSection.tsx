import { useState } from 'react';
import type { Album } from '#contract/photos/schemas.ts';
import type { Tablet, TabletChanges } from '#contract/tablets/schemas.ts';
import { accessText } from '#domain/curation/albumAccess.ts';
import { dayOf, endOfDay } from '#domain/clock/when.ts';
import { endText } from '#domain/tablets/tabletState.ts';
import { Button } from '#src/shared/ui/Button.tsx';
import { AccessField } from '#src/admin/edits/AccessField.tsx';
import { SectionHead } from '#src/admin/shell/Section.tsx';
import type { AdminResource } from '#src/admin/shell/useAdminResource.ts';
import { FormDialog } from '#src/admin/shell/dialogs.tsx';
import { LastDayField } from '../add/fields.tsx';
import { Stack } from '#src/shared/ui/layout/Stack.tsx';
import { Row } from '#src/shared/ui/layout/Row.tsx';
import { Note } from '#src/shared/ui/text/Text.tsx';

interface Props {
  tablet: Tablet;
  albums: AdminResource<Album[]>;
  now: number;
  onChange: (changes: TabletChanges) => void;
}

/** The albums that a tablet may see, and the end of its access. */
export function AccessSection({ tablet, albums, now, onChange }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Stack as="section" gap={2} aria-labelledby="access-heading">
      <SectionHead id="access-heading" title="What it may see" />
      <p>
        {accessText(albums.data ?? [], tablet.albumIds)}
        {tablet.albumIds !== null && ', with what is below'},{' '}
        {endText(tablet, now)?.replace(/^E/, 'e') ?? 'no end date'}.
      </p>
      <Row gap={3} align="stretch">
        <Button onClick={() => setIsOpen(true)}>Change…</Button>
      </Row>
      {isOpen && (
        <AccessDialog
          {...{ tablet, albums, now }}
          onClose={() => setIsOpen(false)}
          onSave={(changes) => {
            setIsOpen(false);
            onChange(changes);
          }}
        />
      )}
    </Stack>
  );
}

interface DialogProps extends Omit<Props, 'onChange'> {
  onSave: (changes: TabletChanges) => void;
  onClose: () => void;
}

function AccessDialog({ tablet, albums, now, onSave, onClose }: DialogProps) {
  const [albumIds, setAlbumIds] = useState(tablet.albumIds);
  const before = dayOf(tablet.expiresAt);
  const [lastDay, setLastDay] = useState(before);
  const end = lastDay === before ? {} : { expiresAt: endOfDay(lastDay) };
  return (
    <FormDialog
      title={`What “${tablet.name}” may see`}
      disabled={albumIds?.length === 0}
      onSave={() => onSave({ albumIds, ...end })}
      onClose={onClose}
    >
      <AccessField legend="Albums it may see" albums={albums} value={albumIds} onChange={setAlbumIds} />
      <LastDayField value={lastDay} now={now} onChange={setLastDay} />
      <Note>When an album is removed here, its photos are deleted from the tablet too.</Note>
    </FormDialog>
  );
}
