import { useEffect, useState } from 'react';

/** Events of a person who scrolls; afterwards the page is no longer scrolled automatically. */
const TOUCHES = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * Brings a page that a person comes back to (Back, Forward, a reload) to its former place as soon as it is long enough:
 * the router tries once, right after the page is rendered, when a long list has not arrived yet.
 *
 * @param top The former place when the page is first rendered; undefined for a page that is opened anew.
 */
export function useScrollPlace(top: number | undefined): void {
  const [wanted] = useState(top);
  useEffect(() => (wanted ? scrollWhenLongEnough(wanted) : undefined), [wanted]);
}

function scrollWhenLongEnough(top: number): () => void {
  if (typeof ResizeObserver === 'undefined') return () => undefined;
  const end = () => {
    observer.disconnect();
    for (const touch of TOUCHES) window.removeEventListener(touch, end);
  };
  const observer = new ResizeObserver(() => {
    if (document.documentElement.scrollHeight - window.innerHeight < top) return;
    window.scrollTo({ top });
    end();
  });
  observer.observe(document.body);
  for (const touch of TOUCHES) window.addEventListener(touch, end, { passive: true });
  return end;
}
