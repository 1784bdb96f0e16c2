import { useRef } from 'react';
import { useInstall } from '../../device/installPrompt.ts';
import { reloadIntoUpdate } from '../../offline/applyUpdates.ts';
import { useUpdateReady } from '../../offline/checkForUpdates.ts';
import { Button } from '../../ui/Button.tsx';
import { NewVersionMessage } from '../../ui/NewVersionMessage.tsx';
import { LiveStage } from './camera/LiveStage.tsx';
import styles from './CodenamesScreen.module.css';
import { MarkingStage } from './marking/MarkingStage.tsx';
import { TeamCounts } from './marking/TeamCounts.tsx';
import { AdjustStage } from './review/AdjustStage.tsx';
import { ReviewStage } from './review/ReviewStage.tsx';
import { useGame } from './useGame.ts';
import { usePageIcon } from './usePageIcon.ts';
import { useStageFocus } from './useStageFocus.ts';
import { PageTitle } from '../../ui/PageTitle.tsx';

/** The screen of a phone on the game table: photograph the board, lay the grid on it, mark its 25 cells. */
export function CodenamesScreen() {
  usePageIcon();
  const { game, words, kept, dispatch } = useGame();
  const updateReady = useUpdateReady();
  const screen = useRef<HTMLElement>(null);
  useStageFocus(screen, game.stage);

  return (
    <main ref={screen} className={`codenames ${styles.screen}`}>
      <PageTitle>Codenames</PageTitle>
      <header className={styles.header}>
        <h1 className={styles.title} tabIndex={-1}>
          Codenames
        </h1>
        {game.stage === 'used' ? <TeamCounts marks={game.marks} /> : <InstallButton />}
        {/* Shown in the header, because AppFrame's note would cover the buttons at the foot of this screen. */}
        {updateReady && <NewVersionMessage onReload={reloadIntoUpdate} />}
      </header>
      {game.stage === 'live' && <LiveStage dispatch={dispatch} />}
      {game.stage === 'taken' && <ReviewStage game={game} dispatch={dispatch} />}
      {game.stage === 'used' && !game.aligning && <MarkingStage game={game} dispatch={dispatch} />}
      {game.stage === 'used' && game.aligning && <AdjustStage game={game} dispatch={dispatch} />}
      <div className={styles.words}>
        <output>{words}</output>
        {!kept && game.stage === 'used' && <p>This device does not keep the board: leave this page open.</p>}
      </div>
    </main>
  );
}

/** Shown while the browser offers to install the game as an app of its own. */
function InstallButton() {
  const install = useInstall();
  if (!install) return null;
  return (
    <Button variant="quiet" onClick={install}>
      Install
    </Button>
  );
}
