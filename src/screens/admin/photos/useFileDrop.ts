import { useEffect, useEffectEvent, useState } from 'react';
import { droppedFiles } from './droppedFiles.ts';

/** Files dropped anywhere on the page; undefined when they cannot be read. Returns whether some are held over it. */
export function useFileDrop(onDropped: (files: File[] | undefined) => void): boolean {
  const [over, setOver] = useState(false);
  const drop = useEffectEvent(onDropped);

  useEffect(() => {
    const onDrag = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      // Without this the browser would leave the page and open the file.
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
      setOver(true);
    };
    const onLeave = (event: DragEvent) => {
      // Going from one element to the next has a related target; leaving the window has none.
      if (!event.relatedTarget) setOver(false);
    };
    const onDrop = (event: DragEvent) => {
      setOver(false);
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

  return over;
}
