import { type KeyboardEvent, memo, type MouseEvent, type PointerEvent, useCallback, useEffect, useRef } from 'react';
import type { Photo } from '#contract/photos/schemas.ts';
import { Filled } from '#src/admin/shell/Filled.tsx';
import { Icon } from '#src/shared/ui/Icon.tsx';
import { type PhotoGridTileProps, TilePicture } from '#src/shared/ui/photoGrid/PhotoGridTile.tsx';
import { tileMarks } from '../slots.ts';
import dropMark from '#src/admin/edits/DropMark.module.css';
import hiddenMarkStyles from './HiddenMark.module.css';
import styles from './SelectableTile.module.css';

const HELD_MS = 450;

/** The movement of a resting finger, in pixels, that still counts as resting. */
const STILL_PX = 10;

interface Props extends PhotoGridTileProps {
  photo: Photo;
  photoKey: string;
  isSelected: boolean;
  /** True while something is selected, so that a press selects and opens nothing. */
  isSelecting: boolean;
  /** True where photos are dragged into order. */
  isMovable: boolean;
  onToggle: (key: string) => void;
  onExtend: (key: string) => void;
  /** Opens the photo; without it a press selects. */
  onOpen: ((index: number) => void) | undefined;
}

/** A thumbnail with a checkbox in its corner. Memoised, so that selecting one tile renders no other. */
export const SelectableTile = memo(function SelectableTile(props: Props) {
  const { photoKey, index, size, label, reachable, isSelected, isSelecting, onToggle, onExtend, onOpen, open } = props;
  const press = useLongPress(() => onToggle(photoKey));
  const select = ({ shiftKey }: Pick<MouseEvent, 'shiftKey'>) => (shiftKey ? onExtend : onToggle)(photoKey);
  const onClick = (event: MouseEvent) => {
    // Makes this tile the start of the keyboard's next move.
    open?.(index);
    const isForSelecting = isSelecting || event.shiftKey || event.ctrlKey || event.metaKey || !onOpen;
    if (isForSelecting) select(event);
    else onOpen(index);
  };
  const tabIndex = reachable ? 0 : -1;
  return (
    <div
      className={`${dropMark.place} ${styles.tile} ${styles.selectable}`}
      style={{ width: size, height: size }}
      data-selected={isSelected || undefined}
      data-order-index={props.isMovable ? index : undefined}
      {...press}
    >
      <button
        type="button"
        className={styles.open}
        data-index={index}
        aria-keyshortcuts={props.isMovable ? 'Alt+ArrowLeft Alt+ArrowRight' : undefined}
        tabIndex={tabIndex}
        onClick={onClick}
        {...spaceSelects(select)}
      >
        <TilePicture {...props} alt={label} />
      </button>
      <label className={styles.corner}>
        <input
          type="checkbox"
          className={styles.check}
          aria-label={`Select ${label}`}
          tabIndex={tabIndex}
          checked={isSelected}
          // The change is handled by the click event, which tells whether Shift is held.
          onChange={() => undefined}
          onClick={select}
        />
      </label>
      {props.isMovable && (
        <span data-grip className={styles.grip} aria-hidden="true">
          ⠿
        </span>
      )}
      {props.photo.hidden && <HiddenMark />}
      <Filled slot={tileMarks} photo={props.photo} />
    </div>
  );
});

/** The space bar selects, while Enter presses the button. */
function spaceSelects(select: (event: KeyboardEvent) => void) {
  return {
    onKeyDown: (event: KeyboardEvent) => {
      if (isSpaceInstead(event) && !event.repeat) select(event);
    },
    // Some browsers press the button when the key is released.
    onKeyUp: isSpaceInstead,
  };
}

function isSpaceInstead(event: KeyboardEvent): boolean {
  if (event.key !== ' ') return false;
  event.preventDefault();
  return true;
}

/** Recognises a finger resting on something. The click when the finger leaves is caught. */
function useLongPress(onLongPress: () => void) {
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number }>(undefined);
  const wasLong = useRef(false);
  const end = useCallback(() => {
    clearTimeout(press.current?.timer);
    press.current = undefined;
  }, []);
  useEffect(() => end, [end]);
  return {
    onPointerDown: ({ pointerType, clientX, clientY }: PointerEvent) => {
      wasLong.current = false;
      if (pointerType !== 'touch') return;
      const timer = setTimeout(() => {
        end();
        wasLong.current = true;
        onLongPress();
      }, HELD_MS);
      press.current = { timer, x: clientX, y: clientY };
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      if (press.current && Math.hypot(clientX - press.current.x, clientY - press.current.y) > STILL_PX) end();
    },
    onPointerUp: end,
    onPointerCancel: end,
    onContextMenu: (event: MouseEvent) => {
      if (press.current || wasLong.current) event.preventDefault();
    },
    onClickCapture: (event: MouseEvent) => {
      if (!wasLong.current) return;
      wasLong.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}

/** A mark in a corner of photos that slideshows leave out. */
export function HiddenMark() {
  return (
    <span className={hiddenMarkStyles.mark}>
      <Icon name="hidden" label="Hidden from slideshows" />
    </span>
  );
}
