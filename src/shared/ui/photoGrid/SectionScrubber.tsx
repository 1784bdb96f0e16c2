import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';

type ScrubberProps = Props & { label: string };

// Only long albums have sections, so other pages do not load it.
const loadScrubber = async (): Promise<{ default: ComponentType<ScrubberProps> }> => {
  try {
    return { default: (await import('../scrubber/DateScrubber.tsx')).DateScrubber };
  } catch {
    return { default: Nothing };
  }
};
const DateScrubber = lazy(loadScrubber);

/** Without its code the page is scrolled as usual. */
function Nothing(): ReactNode {
  return null;
}

interface Props {
  sections: readonly { title: string; mark?: string }[];
  tops: readonly number[];
  scrollingFast: boolean;
}

export function SectionScrubber(props: Props) {
  if (props.sections.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <DateScrubber label="Month" {...props} />
    </Suspense>
  );
}
