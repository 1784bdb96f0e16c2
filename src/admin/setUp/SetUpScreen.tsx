import { useRouter, useRouterState } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Album } from '#contract/photos/schemas.ts';
import type { Tablet } from '#contract/tablets/schemas.ts';
import { reachableOrigin } from '#domain/addresses/reachableOrigin.ts';
import { fetchTablets } from '#src/admin/api/tablets.ts';
import {
  isSetUp,
  type SetUpProgress,
  type SetUpStep,
  stepState,
  withSkipped,
  type StepState,
} from '#domain/setUp/setUpSteps.ts';
import { photosIn } from '#domain/albums/albumTree.ts';
import { MESSAGES } from '#domain/messages.ts';
import { environment } from '#src/environment.ts';
import { useStoredUser } from '#src/shared/session/storedUser.ts';
import { LinkButton } from '#src/shared/ui/LinkButton.tsx';
import { Message } from '#src/shared/ui/Message.tsx';
import { ShownLink } from '#src/admin/links/ShownLink.tsx';
import { LoadFailureMessage } from '#src/admin/shell/LoadFailureMessage.tsx';
import { useAlbums } from '#src/admin/edits/useAlbums.ts';
import type { AdminResource } from '#src/admin/shell/useAdminResource.ts';
import { ConnectForm } from '#src/admin/tablets/add/ConnectForm.tsx';
import { LiveWall } from '#src/admin/tablets/watch/LiveWall.tsx';
import { useWatched, type Watched } from '#src/admin/tablets/watch/useWatched.ts';
import { waysBack } from '#src/admin/account/slots.ts';
import { Filled } from '#src/admin/shell/Filled.tsx';
import { PhotosStep } from './PhotosStep.tsx';
import { Stack } from '#src/shared/ui/layout/Stack.tsx';
import { Heading } from '#src/shared/ui/text/Heading.tsx';
import { Text } from '#src/shared/ui/text/Text.tsx';
import { Row } from '#src/shared/ui/layout/Row.tsx';
import styles from './SetUpScreen.module.css';
import { StepCard } from './StepCard.tsx';
import { AdminTitle } from '#src/admin/shell/Section.tsx';

/** Without this the link would have `aria-current="page"` on this page, which is below it. */
const EXACT = { exact: true };

/** The delay after which the step of a connected screen is shown as done. */
const POLL_EVERY_MS = 3_000;

/** The first steps with a new server, on one page. The server knows which steps are done, so they survive a reload. */
export function SetUpScreen() {
  const user = useStoredUser();
  const albums = useAlbums();
  const tablets = useWatched(fetchTablets, POLL_EVERY_MS);
  const skipping = useSkipping();
  const shown = tablets.value?.filter(({ lastSeenAt }) => lastSeenAt !== null) ?? [];
  const wall = shown.find(({ listening }) => listening) ?? shown[0];
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
    <Stack gap={5} className={styles.page}>
      <AdminTitle>Set Up</AdminTitle>
      <Stack as="header" gap={2}>
        <Heading level={1} size="xxl" className={styles.title}>
          {user?.firstName ? `Welcome, ${user.firstName}` : 'Set up Circuit Tree'}
        </Heading>
        <Text tone="quiet" className={styles.sum}>
          {progress.photos > 0 && progress.screens > 0
            ? 'Both steps are done.'
            : 'Two steps to a photo on the wall. Each of them can wait.'}
        </Text>
      </Stack>
      <Filled slot={waysBack} />
      <LoadFailureMessage text={MESSAGES.albumsFailed} load={albums} />
      {isLoaded && (
        <Stack as="ol" gap={4}>
          <PhotosStep {...propsOf('photos')} albums={albums} photos={progress.photos} />
          <ScreenStep {...propsOf('screen')} albums={albums} tablets={tablets} connected={wall?.name} />
          <LastStep isReached={isSetUp(progress)}>
            {wall && <LiveWall tablet={wall} albums={albums.data ?? []} now={tablets.now} />}
          </LastStep>
        </Stack>
      )}
    </Stack>
  );
}

/** The wall itself, once there is one. */
function LastStep({ isReached, children }: { isReached: boolean; children: ReactNode }) {
  return (
    <StepCard
      number={3}
      title={children ? 'Your wall' : 'Done'}
      state={isReached ? 'done' : 'open'}
      summary={undefined}
    >
      {children}
      <p>
        {isReached
          ? 'That was all. You invite people under People, and look after your screens under Tablets.'
          : 'You can do all of this later too: albums under Photos, screens under Tablets.'}
      </p>
      <Row gap={3}>
        <LinkButton to="/admin" activeOptions={EXACT} variant={isReached ? 'primary' : 'secondary'}>
          Open admin
        </LinkButton>
      </Row>
    </StepCard>
  );
}

/**
 * The skipped steps are in the address, so that a reload does not ask again. They are read here and not by the route,
 * which every page would load.
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

interface Props {
  state: StepState;
  onSkip: (isSkipped: boolean) => void;
  albums: AdminResource<Album[]>;
  tablets: Watched<Tablet[]>;
  /** The name of a screen that is connected. */
  connected: string | undefined;
}

/** A first screen for the photos. */
function ScreenStep({ state, onSkip, albums, tablets, connected }: Props) {
  const [added, setAdded] = useState<{ name: string; url: string | undefined }>();
  const summary = connected !== undefined && (
    <Row gap={3} justify="between">
      <p>“{connected}” is connected.</p>
      <LinkButton to="/admin/tablets" size="s">
        See your tablets
      </LinkButton>
    </Row>
  );
  return (
    <StepCard number={2} title="A screen" state={state} onSkip={onSkip} summary={summary}>
      {added?.url !== undefined && (
        <ShownLink url={added.url} remedy="add the tablet">
          Scan this with the screen, or open the link on it. The link holds the key and is shown only now.
        </ShownLink>
      )}
      {added && added.url === undefined && (
        <Message kind="info">“{added.name}” collects its key by itself within seconds.</Message>
      )}
      {!added && (
        <>
          <p>
            Any tablet, phone or computer with a browser. Open <strong>{addressToType()}</strong> on it and press
            ‘Connect this screen’.
          </p>
          <ConnectForm
            albums={albums}
            tablets={tablets.value ?? []}
            code={undefined}
            now={tablets.now}
            onConnected={({ name }, url) => {
              setAdded({ name, url });
              void tablets.load.reload();
            }}
          />
        </>
      )}
    </StepCard>
  );
}

/** The address without its scheme, which browsers add. */
function addressToType(): string {
  return reachableOrigin(window.location, environment().trustPort).replace(/^https?:\/\//, '');
}
