import { useRouter, useRouterState } from '@tanstack/react-router';
import { fetchTablets } from '#src/api/tablets.ts';
import type { Album } from '#contract/schemas/photos.ts';
import {
  isSetUp,
  type SetUpProgress,
  type SetUpStep,
  stepState,
  withSkipped,
} from '#domain/installation/setUpSteps.ts';
import { MESSAGES } from '#domain/messages.ts';
import { useStoredUser } from '#src/session/storedUser.ts';
import { LinkButton } from '#src/ui/LinkButton.tsx';
import { LoadFailureMessage } from '../shell/LoadFailureMessage.tsx';
import { useAlbums } from '../photos/edits/useAlbums.ts';
import { useWatched } from '../tablets/watch/useWatched.ts';
import { PasskeyOffer } from './PasskeyOffer.tsx';
import { PhotosStep } from './PhotosStep.tsx';
import { ScreenStep } from './ScreenStep.tsx';
import styles from './SetUpScreen.module.css';
import { StepCard } from './StepCard.tsx';
import { AdminTitle } from '../shell/AdminTitle.tsx';

/** Without this the link would have `aria-current="page"` on this page, which is below it. */
const EXACT = { exact: true };

/** The delay after which the step of a connected screen is shown as done. */
const LOOK_EVERY_MS = 3_000;

/** The first steps with a new server, on one page. What is done is read off the server, so it survives a reload. */
export function SetUpScreen() {
  const user = useStoredUser();
  const albums = useAlbums();
  const tablets = useWatched(fetchTablets, LOOK_EVERY_MS);
  const skipping = useSkipping();
  const shown = tablets.value?.filter(({ lastSeenAt }) => lastSeenAt !== null) ?? [];
  const progress: SetUpProgress = {
    photos: photosIn(albums.data ?? []),
    screens: shown.length,
    skipped: skipping.skipped,
  };
  const isLoaded = albums.data !== undefined && tablets.value !== undefined;
  const propsOf = (step: SetUpStep) => ({
    state: stepState(step, progress),
    onSkip: (isSkipped: boolean) => skipping.skip(step, isSkipped),
  });
  return (
    <div className={styles.page}>
      <AdminTitle>Set Up</AdminTitle>
      <header className={styles.head}>
        <h1 className={styles.title}>{user?.firstName ? `Welcome, ${user.firstName}` : 'Set up Circuit Tree'}</h1>
        <p className={styles.lead}>From here to a photo on the wall it is three steps. Each of them can wait.</p>
      </header>
      <PasskeyOffer />
      <LoadFailureMessage text={MESSAGES.albumsFailed} load={albums} />
      {isLoaded && (
        <ol className={styles.steps}>
          <PhotosStep {...propsOf('photos')} albums={albums} photos={progress.photos} />
          <ScreenStep {...propsOf('screen')} albums={albums} tablets={tablets} connected={shown[0]?.name} />
          <LastStep isReached={isSetUp(progress)} />
        </ol>
      )}
    </div>
  );
}

function LastStep({ isReached }: { isReached: boolean }) {
  return (
    <StepCard number={3} title="Done" state={isReached ? 'done' : 'open'} summary={undefined}>
      <p>
        {isReached
          ? 'That was all. People are invited in Users, screens are looked after in Circuit Tree.'
          : 'Everything here can be done later too: albums in Photos, screens in Circuit Tree.'}
      </p>
      <div className={styles.actions}>
        <LinkButton to="/admin" activeOptions={EXACT} variant={isReached ? 'primary' : 'secondary'}>
          Open admin
        </LinkButton>
      </div>
    </StepCard>
  );
}

/**
 * The steps put off stand in the address, so that a reload does not ask again. They are read here and not by the route,
 * whose part of it every page would load.
 */
function useSkipping() {
  const { history } = useRouter();
  const skipped = useRouterState({
    select: ({ location }) => new URLSearchParams(location.searchStr).get('skipped') ?? undefined,
  });
  const skip = (step: SetUpStep, isSkipped: boolean) => {
    const next = withSkipped(skipped, step, isSkipped);
    history.replace(`/admin/setup${next === undefined ? '' : `?skipped=${next}`}`);
  };
  return { skipped, skip };
}

function photosIn(albums: readonly Album[]): number {
  return albums.reduce((sum, { photoCount, childAlbums }) => sum + (photoCount ?? 0) + photosIn(childAlbums), 0);
}
