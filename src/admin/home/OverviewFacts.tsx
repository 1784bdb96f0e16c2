import type { Overview, TabletCounts } from '#contract/server/schemas.ts';
import { countOf } from '#domain/curation/counts.ts';
import { tabletCountsText } from '#domain/tablets/tabletState.ts';
import { bytesText } from '#domain/text/sizes.ts';
import { Tiles } from '#src/shared/ui/layout/Tiles.tsx';
import { Filled } from '#src/admin/shell/Filled.tsx';
import { Fact, FactLink } from '#src/admin/startPage/Fact.tsx';
import { facts, spaceLinks } from '#src/admin/startPage/slots.ts';

interface Props {
  overview: Overview;
  mayWrite: boolean;
}

/** The library in a few numbers; each leads to its page. */
export function OverviewFacts({ overview, mayWrite }: Props) {
  const { library, space, tablets } = overview;
  return (
    <Tiles as="ul" aria-label="At a glance">
      {library && (
        <Fact value={countOf(library.photos, 'photo')} more={`in ${countOf(library.albums, 'album')}`}>
          <FactLink to="/admin/photos">See the albums</FactLink>
        </Fact>
      )}
      {space && (
        <Fact value={`${bytesText(space.used)} used`} more={`${bytesText(space.free)} free`}>
          {mayWrite && <Filled slot={spaceLinks} />}
        </Fact>
      )}
      {tablets && <TabletsFact tablets={tablets} />}
      <Filled slot={facts} overview={overview} />
    </Tiles>
  );
}

function TabletsFact({ tablets }: { tablets: TabletCounts }) {
  const isNone = Object.values(tablets).every((count) => count === 0);
  return (
    <Fact {...tabletCountsText(tablets)}>
      <FactLink to="/admin/tablets">{isNone ? 'Add a tablet' : 'See the tablets'}</FactLink>
    </Fact>
  );
}
