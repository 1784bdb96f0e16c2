import { useEffect, useRef, useState } from 'react';
import { fetchTrashImage } from '#src/api/curation.ts';
import { adminCall } from '../../session/adminCall.ts';

/** Pictures are requested a little before they come into view. */
const AHEAD = '400px';

/**
 * The picture of an entry of the trash, as the address of a blob: it is sent only with the person's token, which an
 * image element cannot send. Undefined until it is loaded, and where there is none.
 */
export function useTrashThumbnail(id: string, size: 'thumbnail' | 'medium' = 'thumbnail') {
  const ref = useRef<HTMLSpanElement>(null);
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    let made: string | undefined;
    let isOver = false;
    const load = async () => {
      const blob = await adminCall((token) => fetchTrashImage(token, id, size)).catch(() => undefined);
      if (!blob || isOver) return;
      made = URL.createObjectURL(blob);
      setUrl(made);
    };
    const stopWaiting = whenNearView(ref.current, () => void load());
    return () => {
      isOver = true;
      stopWaiting();
      if (made !== undefined) URL.revokeObjectURL(made);
    };
  }, [id, size]);
  return { ref, url };
}

function whenNearView(element: Element | null, then: () => void): () => void {
  if (!element || typeof IntersectionObserver === 'undefined') {
    then();
    return () => undefined;
  }
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      then();
    },
    { rootMargin: AHEAD },
  );
  observer.observe(element);
  return () => observer.disconnect();
}
