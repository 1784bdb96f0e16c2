import { useEffect, useEffectEvent, useState } from 'react';
import type { UploadFile } from '../uploads/stored/newDrop.ts';
import { droppedFiles } from './droppedFiles.ts';
import styles from './FileDrop.module.css';
import shapes from '#src/ui/shapes.module.css';

interface Props {
  /** The album that takes the files. */
  albumName: string | undefined;
  /** Called with undefined when the files cannot be read. Without it, drops are caught and ignored. */
  onDropped: ((files: UploadFile[] | undefined) => void) | undefined;
}

/** Takes files dropped anywhere on the page, and covers the page with a hint while files are dragged over it. */
export function FileDrop({ albumName, onDropped }: Props) {
  const dragging = useFileDrop((files) => onDropped?.(files));
  if (!dragging || !onDropped) return null;
  return (
    <div className={`${shapes.centre} ${styles.overlay}`}>
      <p className={`${shapes.title} ${shapes.strong} ${shapes.words} ${styles.text}`}>
        {albumName === undefined ? 'Drop folders to make albums of them' : `Drop to add to “${albumName}”`}
      </p>
    </div>
  );
}

/** Returns whether files are being dragged over the page. */
function useFileDrop(onDropped: (files: UploadFile[] | undefined) => void): boolean {
  const [dragging, setDragging] = useState(false);
  const drop = useEffectEvent(onDropped);

  useEffect(() => {
    const onDrag = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      // Without this the browser would leave the page and open the file.
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
      setDragging(true);
    };
    const onLeave = (event: DragEvent) => {
      // Moving from one element to the next has a related target; leaving the window has none.
      if (!event.relatedTarget) setDragging(false);
    };
    const onDrop = (event: DragEvent) => {
      setDragging(false);
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      void droppedFiles(event.dataTransfer)
        .catch(() => undefined)
        .then((files) => drop(files));
    };
    const events = [
      ['dragenter', onDrag],
      ['dragover', onDrag],
      ['dragleave', onLeave],
      ['drop', onDrop],
    ] as const;
    for (const [name, listener] of events) window.addEventListener(name, listener);
    return () => {
      for (const [name, listener] of events) window.removeEventListener(name, listener);
    };
  }, []);

  return dragging;
}
