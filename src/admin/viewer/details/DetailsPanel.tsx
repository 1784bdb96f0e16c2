import { Link } from '@tanstack/react-router';
import { type ReactNode, useCallback, useState } from 'react';
import { TextField } from '#src/shared/ui/fields/TextField.tsx';
import { Switch } from '#src/shared/ui/fields/Switch.tsx';
import { fetchPhotoDetails } from '#src/admin/api/curation.ts';
import type { AlbumName, PhotoDetails } from '#contract/curation/schemas.ts';
import type { Photo } from '#contract/photos/schemas.ts';
import { dayOf, whenText } from '#domain/clock/when.ts';
import { reader } from '#src/shared/session/reader.ts';
import { bytesText, pixelsText } from '#domain/text/sizes.ts';
import { Button } from '#src/shared/ui/Button.tsx';
import { Icon } from '#src/shared/ui/Icon.tsx';
import { editPhotos } from '#src/admin/edits/photoEdits.ts';
import { FormDialog } from '#src/admin/shell/dialogs.tsx';
import { showToast, undoAction, withToast } from '#src/admin/shell/toasts.ts';
import { useAction } from '#src/admin/shell/useAction.ts';
import { LoadFailureMessage } from '#src/admin/shell/LoadFailureMessage.tsx';
import { type AdminResource, useAdminResource } from '#src/admin/shell/useAdminResource.ts';
import { CaptionField } from './CaptionField.tsx';
import styles from './DetailsPanel.module.css';
import type { ViewedPhoto } from '#src/shared/picture/viewedPhotos.ts';
import { Row } from '#src/shared/ui/layout/Row.tsx';
import { Heading } from '#src/shared/ui/text/Heading.tsx';
import { Stack } from '#src/shared/ui/layout/Stack.tsx';
import { Note, Text } from '#src/shared/ui/text/Text.tsx';

interface Props {
  viewed: ViewedPhoto;
  mayWrite: boolean;
  onClose: () => void;
  /** Shows the point that every crop keeps, to be moved. */
  onAim: () => void;
}

/** The details of the photo; beside it on wide screens, below it on small ones. */
export function DetailsPanel({ viewed, mayWrite, onClose, onAim }: Props) {
  const { photo } = viewed;
  const details = usePhotoDetails(viewed);
  const { data } = details;
  return (
    <aside className={styles.panel} aria-label="Details">
      <Row gap={0} justify="between" wrap={false}>
        <Heading level={2}>Details</Heading>
        <button type="button" className={styles.close} aria-label="Close details" onClick={onClose}>
          <Icon name="close" />
        </button>
      </Row>
      {mayWrite ? <CaptionField viewed={viewed} /> : <Caption photo={photo} />}
      <LoadFailureMessage text="The details cannot be loaded." load={details} />
      <Stack as="dl">
        <Detail name="Taken">
          {photo.takenAt === undefined ? 'Not known' : whenText(photo.takenAt, reader())}
          {mayWrite && <TakenButton viewed={viewed} />}
        </Detail>
        <Detail name="Size">{sizeText(photo, data?.bytes)}</Detail>
        {data?.camera !== undefined && <Detail name="Camera">{data.camera}</Detail>}
        <Detail name="File">{data?.originalFilename ?? '…'}</Detail>
        <Detail name="Uploaded">{data ? whenText(data.uploadedAt, reader()) : '…'}</Detail>
        {data && data.alsoIn.length > 0 && (
          <Detail name="Also in">
            <AlbumLinks albums={data.alsoIn} />
          </Detail>
        )}
      </Stack>
      {mayWrite && (
        <Button size="s" onClick={onAim}>
          Move the focus
        </Button>
      )}
      {mayWrite ? <HiddenSwitch viewed={viewed} /> : photo.hidden && <p>Hidden from slideshows</p>}
    </aside>
  );
}

function Caption({ photo: { caption } }: { photo: Photo }) {
  return caption === undefined ? null : <Text dir="auto">{caption}</Text>;
}

function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Stack gap={0}>
      <Note as="dt" size="xs" strong>
        {name}
      </Note>
      <Text as="dd" size="s">
        {children}
      </Text>
    </Stack>
  );
}

function AlbumLinks({ albums }: { albums: AlbumName[] }) {
  return (
    <ul className={styles.albums}>
      {albums.map(({ id, name, slug }) => (
        <li key={id}>
          <Link to="/admin/photos/$slug" params={{ slug }} className={styles.link}>
            <bdi>{name}</bdi>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function sizeText({ width, height }: Photo, bytes: number | undefined): string {
  const pixels = width && height ? pixelsText(width, height) : undefined;
  return [pixels, bytes === undefined ? '…' : bytesText(bytes)].filter(Boolean).join(' · ');
}

function usePhotoDetails({ albumId, photo: { filename } }: ViewedPhoto): AdminResource<PhotoDetails> {
  return useAdminResource(
    useCallback((token: string) => fetchPhotoDetails(token, { albumId, photo: { filename } }), [albumId, filename]),
  );
}

/** Corrects the time of scans, and of cameras whose clock was wrong. */
function TakenButton({ viewed }: { viewed: ViewedPhoto }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button size="s" variant="quiet" aria-label="Change the time taken" onClick={() => setIsOpen(true)}>
        Change…
      </Button>
      {isOpen && <TakenDialog viewed={viewed} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function TakenDialog({ viewed: { albumId, photo }, onClose }: { viewed: ViewedPhoto; onClose: () => void }) {
  const before = photo.takenAt ?? null;
  const shown = { day: dayOf(before), time: before === null ? '' : new Date(before).toTimeString().slice(0, 5) };
  const [day, setDay] = useState(shown.day);
  const [time, setTime] = useState(shown.time);
  const { busy, failure, run } = useAction();
  const change = (takenAt: string | null) => editPhotos(albumId, [photo], { takenAt });
  const save = async () => {
    // A time without a day says nothing.
    const isKnown = day !== '' || before !== null;
    if (isKnown && (day !== shown.day || time !== shown.time)) {
      await change(day === '' ? null : new Date(`${day}T${time || '12:00'}`).toISOString());
      const back = async () => {
        await change(before);
        return 'The photo has its former time again.';
      };
      showToast({ text: 'Changed when the photo was taken.', action: undoAction(back) });
    }
    onClose();
  };
  return (
    <FormDialog title="Taken" busy={busy} failure={failure} onSave={() => void run(save)} onClose={onClose}>
      <TextField label="Day" type="date" value={day} onChange={(event) => setDay(event.target.value)} />
      <TextField label="Time (optional)" type="time" value={time} onChange={(event) => setTime(event.target.value)} />
    </FormDialog>
  );
}

function HiddenSwitch({ viewed: { albumId, photo } }: { viewed: ViewedPhoto }) {
  const change = (hidden: boolean) =>
    withToast(() => editPhotos(albumId, [photo], { hidden }), { failed: (why) => `${why} The photo is as it was.` });
  return (
    <Switch
      label="Hidden from slideshows"
      checked={photo.hidden ?? false}
      onChange={(event) => void change(event.target.checked)}
    />
  );
}
