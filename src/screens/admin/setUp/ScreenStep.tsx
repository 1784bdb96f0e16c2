import type { Album } from '#contract/schemas/photos.ts';
import type { Tablet } from '#contract/schemas/tablets.ts';
import type { StepState } from '#domain/installation/setUpSteps.ts';
import { originForOthers } from '#domain/https/addressForOthers.ts';
import { environment } from '#src/environment.ts';
import { LinkButton } from '#src/ui/LinkButton.tsx';
import { Message } from '#src/ui/Message.tsx';
import { useState } from 'react';
import type { AdminResource } from '../shell/useAdminResource.ts';
import { ShownLink } from '../links/ShownLink.tsx';
import { ConnectForm } from '../tablets/add/ConnectForm.tsx';
import type { Watched } from '../tablets/watch/useWatched.ts';
import styles from './SetUpScreen.module.css';
import { StepCard } from './StepCard.tsx';

interface Props {
  state: StepState;
  onSkip: (isSkipped: boolean) => void;
  albums: AdminResource<Album[]>;
  tablets: Watched<Tablet[]>;
  /** The name of a screen that is connected. */
  connected: string | undefined;
}

/** A first screen for the photos. */
export function ScreenStep({ state, onSkip, albums, tablets, connected }: Props) {
  const [added, setAdded] = useState<{ name: string; url: string | undefined }>();
  const summary = connected !== undefined && (
    <div className={styles.summary}>
      <p>“{connected}” is connected.</p>
      <LinkButton to="/admin/tablets" size="s">
        See your tablets
      </LinkButton>
    </div>
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

/** Without its scheme, which browsers add. */
function addressToType(): string {
  return originForOthers(window.location, environment().trustPort).replace(/^https?:\/\//, '');
}
