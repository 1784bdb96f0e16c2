import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import styles from './DateScrubber.module.css';
import { marksOf, sectionAfterKey, sectionAt } from './scrubberPlaces.ts';

interface Props {
  /** The items that the scrubber scrolls through, for assistive technology. */
  label: string;
  sections: readonly { title: string; mark?: string }[];
  /** The top of each section on the page. */
  tops: readonly number[];
  /** While the page scrolls fast, the title of the section in view is shown. */
  scrollingFast: boolean;
}

/** The height of a mark, in pixels. */
const MARK_PX = 22;

/** A handle at the right edge of the window that scrolls the page through its sections, with years beside it. */
export function DateScrubber({ label, sections, tops, scrollingFast }: Props) {
  const rail = useRef<HTMLDivElement>(null);
  const { scrolled, furthest, covered } = usePage();
  const { isHeld, handlers } = useHold(rail, furthest);
  const places = tops.map((top) => Math.min(furthest, Math.max(0, top - covered)));
  const shares = places.map((place) => place / furthest);
  const current = sectionAt(places, scrolled);
  const goTo = (section: number) => window.scrollTo({ top: Math.ceil(places[section] ?? 0) });

  const onKeyDown = (event: KeyboardEvent) => {
    const next = sectionAfterKey(event.key, current, sections);
    if (next === undefined) return;
    event.preventDefault();
    goTo(next);
  };

  return (
    <div
      ref={rail}
      className={styles.rail}
      style={{ top: covered }}
      data-held={isHeld || undefined}
      data-shown={isHeld || scrollingFast || undefined}
      {...handlers}
    >
      <div
        // Each browser draws a vertical input of type range in its own way, and old ones lay it down.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="slider"
        tabIndex={0}
        className={styles.handle}
        style={{ top: `${Math.min(1, scrolled / furthest) * 100}%` }}
        aria-label={label}
        aria-orientation="vertical"
        aria-valuemin={1}
        aria-valuemax={sections.length}
        aria-valuenow={current + 1}
        aria-valuetext={sections[current]?.title}
        onKeyDown={onKeyDown}
      >
        <span className={styles.title} aria-hidden="true">
          {sections[current]?.title}
        </span>
      </div>
      {marksOf(sections, shares, MARK_PX / Math.max(1, window.innerHeight - covered)).map(({ text, at }) => (
        <span key={text} className={styles.mark} style={{ top: `${at * 100}%` }} aria-hidden="true">
          {text}
        </span>
      ))}
    </div>
  );
}

/** The page follows a pointer that holds the rail or its handle. */
function useHold(rail: RefObject<HTMLElement | null>, furthest: number) {
  const [isHeld, setIsHeld] = useState(false);
  const follow = ({ clientY }: PointerEvent) => {
    const box = rail.current?.getBoundingClientRect();
    if (!box || box.height === 0) return;
    const share = Math.min(1, Math.max(0, (clientY - box.top) / box.height));
    window.scrollTo({ top: share * furthest });
  };
  const letGo = () => setIsHeld(false);
  const handlers = {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      setIsHeld(true);
      // Grabbing the handle does not scroll yet.
      if (event.target === event.currentTarget) follow(event);
    },
    onPointerMove: (event: PointerEvent) => isHeld && follow(event),
    onPointerUp: letGo,
    onPointerCancel: letGo,
  };
  return { isHeld, handlers };
}

interface PageState {
  scrolled: number;
  /** The distance by which the page can be scrolled; never 0. */
  furthest: number;
  /** The height of a fixed bar at the top of the window. */
  covered: number;
}

function pageState(): PageState {
  const { documentElement } = document;
  return {
    scrolled: window.scrollY,
    furthest: Math.max(1, documentElement.scrollHeight - window.innerHeight),
    covered: Number.parseFloat(getComputedStyle(documentElement).scrollPaddingTop) || 0,
  };
}

/** Returns the page's scroll position, at most once a frame. */
function usePage(): PageState {
  const [page, setPage] = useState(pageState);
  useEffect(() => {
    let frame = 0;
    const update = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => setPage(pageState()));
    };
    update();
    window.addEventListener('scroll', update, { passive: true });
    window.addEventListener('resize', update);
    const observer = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(update);
    observer?.observe(document.body);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('scroll', update);
      window.removeEventListener('resize', update);
      observer?.disconnect();
    };
  }, []);
  return page;
}
