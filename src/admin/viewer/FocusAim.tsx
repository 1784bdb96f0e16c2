import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { cutBox, type Focus, focusAt, movedFocus } from '#domain/photoFocus.ts';
import type { Size } from '#domain/framing.ts';
import { Button } from '#src/shared/ui/Button.tsx';
import type { ViewedPhoto } from '#src/shared/picture/viewedPhotos.ts';
import { withToast } from '#src/admin/shell/toasts.ts';
import { editPhotos } from '#src/admin/edits/photoEdits.ts';
import styles from './FocusAim.module.css';
import { Row } from '#src/shared/ui/layout/Row.tsx';

const MIDDLE: Focus = { x: 0.5, y: 0.5 };
const CUTS = { '16:9': 16 / 9, '9:16': 9 / 16 };

function saveFocus({ albumId, photo }: ViewedPhoto, focus: Focus | null): Promise<void> {
  return withToast(() => editPhotos(albumId, [photo], { focus }), {
    failed: (why) => `${why} The focus is where it was.`,
  });
}

/** The point of a photo that every crop keeps, moved by dragging or arrow keys, with the crops for two screens. */
export function FocusAim({ viewed, size }: { viewed: ViewedPhoto; size: Size }) {
  const { point, aim, save } = useAim(viewed);
  const aimAt = ({ clientX, clientY, currentTarget }: PointerEvent) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    aim(focusAt((clientX - left) / (width || 1), (clientY - top) / (height || 1)));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const moved = movedFocus(point, event.key);
    if (!moved) return;
    event.preventDefault();
    aim(moved);
  };
  return (
    <div
      className={styles.picture}
      onPointerDown={(event) => {
        // Without this the stage would pan or show the next photo.
        event.stopPropagation();
        event.currentTarget.setPointerCapture(event.pointerId);
        aimAt(event);
      }}
      onPointerMove={(event) => {
        if (event.buttons > 0) aimAt(event);
      }}
      onPointerUp={save}
    >
      {Object.entries(CUTS).map(([name, ratio]) => (
        <span
          key={name}
          className={styles.cut}
          data-cut={name}
          style={percents(cutBox(point, { picture: size.width / size.height, ratio }))}
        />
      ))}
      <button
        type="button"
        className={styles.point}
        style={percents({ left: point.x, top: point.y })}
        aria-label={`Focus, ${percent(point.x)} from the left and ${percent(point.y)} from the top: move it with the arrow keys`}
        onKeyDown={onKeyDown}
        onKeyUp={save}
      />
    </div>
  );
}

/** The point while it is moved; it is saved when it is released. */
function useAim(viewed: ViewedPhoto) {
  const [draft, setDraft] = useState<Focus>();
  const point = draft ?? viewed.photo.focus ?? MIDDLE;
  const save = async () => {
    if (!draft) return;
    await saveFocus(viewed, draft);
    // It may have been moved again meanwhile.
    setDraft((now) => (now === draft ? undefined : now));
  };
  return { point, aim: setDraft, save: () => void save() };
}

/** The actions on the point, which replace the caption. */
export function FocusBar({ viewed, onDone }: { viewed: ViewedPhoto; onDone: () => void }) {
  return (
    <Row justify="center" className={styles.bar}>
      <p>Drag the point onto the part that no crop may cut off.</p>
      <Button size="s" onClick={() => void saveFocus(viewed, null)}>
        As found
      </Button>
      <Button size="s" variant="primary" onClick={onDone}>
        Done
      </Button>
    </Row>
  );
}

function percent(share: number): string {
  return `${Math.round(share * 100)}%`;
}

function percents(shares: Record<string, number>): Record<string, string> {
  return Object.fromEntries(Object.entries(shares).map(([name, share]) => [name, `${share * 100}%`]));
}
