import { approveWaiting, fetchWaiting, rejectWaiting } from '#src/admin/api/guests.ts';
import type { WaitingPhoto } from '#contract/guests/schemas.ts';
import { whenText } from '#domain/clock/when.ts';
import { reader } from '#src/shared/session/reader.ts';
import { countOf } from '#domain/curation/counts.ts';
import { Button } from '#src/shared/ui/Button.tsx';
import { LinkButton } from '#src/shared/ui/LinkButton.tsx';
import { AdminTitle, SectionHead } from '#src/admin/shell/Section.tsx';
import { LoadFailureMessage } from '#src/admin/shell/LoadFailureMessage.tsx';
import { SelectionBar, useSelectionKeys } from '#src/admin/photos/selection/selection.tsx';
import { useEntries } from '#src/admin/setAside/useEntries.ts';
import { CroppedImage, useSetAsideImage } from '#src/admin/setAside/setAsideImage.tsx';
import { Heading } from '#src/shared/ui/text/Heading.tsx';
import { Row } from '#src/shared/ui/layout/Row.tsx';
import { Text } from '#src/shared/ui/text/Text.tsx';
import { Placeholder } from '#src/shared/ui/layout/Placeholder.tsx';
import { Card } from '#src/shared/ui/layout/Card.tsx';
import styles from './WaitingScreen.module.css';

/** The photos that guests sent, to be approved or deleted, all at once or some. */
export function WaitingScreen() {
  const { load, entries, selection, selected, take } = useEntries(fetchWaiting);
  const approve = (photos: readonly WaitingPhoto[]) =>
    void take(photos, { call: approveWaiting, done: `Approved ${countOf(photos.length, 'photo')}.` });
  const reject = (photos: readonly WaitingPhoto[]) =>
    void take(photos, { call: rejectWaiting, done: `Moved ${countOf(photos.length, 'photo')} to the trash.` });
  const { selectAll, clear } = selection;
  useSelectionKeys({ count: selected.length, onAll: selectAll, onClear: clear, onDelete: () => reject(selected) });
  return (
    <>
      <AdminTitle>Photos of guests – Photos</AdminTitle>
      <Heading level={1}>Photo Management</Heading>
      <SectionHead title="Photos of guests">
        <Row align="stretch">
          {entries && entries.length > 0 && (
            <Button variant="primary" size="s" onClick={() => approve(entries)}>
              Approve all {entries.length}
            </Button>
          )}
          <LinkButton to="/admin/photos" activeOptions={{ exact: true }} size="s">
            ↑ Back to Photos
          </LinkButton>
        </Row>
      </SectionHead>
      <LoadFailureMessage text="Failed to load the photos" load={load} />
      {!entries && !load.failure && <Text tone="quiet">Loading the photos...</Text>}
      {entries?.length === 0 && (
        <Placeholder as="p">
          No photos wait. What visitors send by a link that asks for approval is shown here first.
        </Placeholder>
      )}
      {entries && entries.length > 0 && (
        <ul className={styles.photos} aria-label="Photos that wait">
          {entries.map((photo) => (
            <Tile
              key={photo.id}
              photo={photo}
              isSelected={selection.keys.has(photo.id)}
              onToggle={() => selection.toggle(photo.id)}
              onExtend={() => selection.extendTo(photo.id)}
            />
          ))}
        </ul>
      )}
      {entries && (
        <SelectionBar count={selected.length} of={entries.length} onAll={selectAll} onClear={clear}>
          <Button variant="danger" size="s" onClick={() => reject(selected)}>
            Delete
          </Button>
          <Button variant="primary" size="s" onClick={() => approve(selected)}>
            Approve
          </Button>
        </SelectionBar>
      )}
    </>
  );
}

interface TileProps {
  photo: WaitingPhoto;
  isSelected: boolean;
  onToggle: () => void;
  onExtend: () => void;
}

function Tile({ photo, isSelected, onToggle, onExtend }: TileProps) {
  const { id, name, albumName, shareName, sentAt } = photo;
  const { ref, url } = useSetAsideImage(id);
  return (
    <Card as="li" className={styles.photo} data-selected={isSelected || undefined}>
      <label className={styles.label}>
        <span ref={ref} className={styles.picture}>
          {url !== undefined && <CroppedImage of={photo} url={url} alt="" className={styles.cut} />}
        </span>
        <Row as="span" wrap={false} className={styles.foot}>
          <input
            type="checkbox"
            className={styles.tick}
            aria-label={`Select ${name}`}
            checked={isSelected}
            // The change is handled by the click event, which tells whether Shift is held.
            onChange={() => undefined}
            onClick={({ shiftKey }) => (shiftKey ? onExtend : onToggle)()}
          />
          <Text as="span" size="xs">
            {albumName}
            {shareName !== undefined && `, by the link for ${shareName}`}
            <br />
            <time dateTime={sentAt}>{whenText(sentAt, reader())}</time>
          </Text>
        </Row>
      </label>
    </Card>
  );
}
