import { useEffect, useRef, useState } from 'react';
import type { Photo } from '#contract/photos/schemas.ts';
import { cutPosition } from '#domain/photoFocus.ts';
import { fetchTrashImage } from '#src/admin/api/curation.ts';
import { adminCall } from '#src/admin/session/adminCall.ts';

interface CroppedProps {
  of: Pick<Photo, 'width' | 'height' | 'focus'>;
  url: string;
  alt: string;
  className: string | undefined;
}

/** A picture that is not sent to everybody, cropped to a square around its focus. */
export function CroppedImage({ of, url, alt, className }: CroppedProps) {
  return <img src={url} alt={alt} className={className} style={{ objectPosition: cutPosition(of, 1) }} />;
}

/** Pictures are requested a little before they come into view. */
const AHEAD = '400px';

/**
 * The picture of a photo that waits or is in the trash, as the address of a blob: it is sent only with the person's token, which an
 * image element cannot send. Undefined until it is loaded, and where there is none.
 */
export function useSetAsideImage(id: string, size: 'thumbnail' | 'medium' = 'thumbnail') {
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
