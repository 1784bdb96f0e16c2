import { Link, useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import { fetchTablet } from '#src/api/tablets.ts';
import type { Tablet } from '#contract/schemas/tablets.ts';
import { LoadFailureMessage } from '../../shell/LoadFailureMessage.tsx';
import { StaleNote } from '../../shell/StaleNote.tsx';
import { useAlbums } from '../../edits/useAlbums.ts';
import { useWatched, type Watched } from '../watch/useWatched.ts';
import { TabletView } from './TabletView.tsx';
import { AdminTitle } from '../../shell/AdminTitle.tsx';
import shapes from '#src/ui/shapes.module.css';

/** One tablet: how it is, what it is told, and how it is set up. */
export function TabletScreen() {
  const { id } = useParams({ from: '/admin/tablets/$id' });
  const call = useMemo(() => (token: string) => fetchTablet(token, id), [id]);
  const watched = useWatched(call);
  const albums = useAlbums();
  const { value: tablet, load } = watched;
  return (
    <>
      <AdminTitle>{tablet ? `${tablet.name} – Tablets` : 'Tablet – Tablets'}</AdminTitle>
      <Link to="/admin/tablets" className={`${shapes.back} ${shapes.above}`}>
        {'< Back to Tablets'}
      </Link>
      <Trouble watched={watched} />
      {!tablet && !load.failure && <p className={shapes.quiet}>Loading the tablet...</p>}
      {tablet && <TabletView key={id} loaded={tablet} now={watched.now} albums={albums} reload={load.reload} />}
    </>
  );
}

function Trouble({ watched: { load, value, staleSince } }: { watched: Watched<Tablet> }) {
  // A refusal, such as of a tablet that somebody deleted meanwhile, is no silence.
  if (load.failure?.retrying === false) return <LoadFailureMessage text="Failed to load the tablet" load={load} />;
  if (value && staleSince !== undefined) return <StaleNote since={staleSince} now={staleSince} what="the tablet" />;
  if (value) return null;
  return <LoadFailureMessage text="Failed to load the tablet" load={load} />;
}
