import { useRef } from 'react';
import styles from './CodenamesScreen.module.css';
import { InstallButton } from './InstallButton.tsx';
import { LiveStage } from './camera/LiveStage.tsx';
import { MarkingStage } from './marking/MarkingStage.tsx';
import { ReviewStage } from './review/ReviewStage.tsx';
import { TeamCounts } from './marking/TeamCounts.tsx';
import { UpdateNote } from './UpdateNote.tsx';
import { useGame } from './useGame.ts';
import { usePageIdentity } from './usePageIdentity.ts';
import { useStageFocus } from './board/useStageFocus.ts';

/** A phone on the game table: photograph the board, lay the grid on it, mark its 25 cells (SPEC §2, §4). */
export function CodenamesScreen() {
  usePageIdentity();
  const { game, words, kept, dispatch } = useGame();
  const screen = useRef<HTMLElement>(null);
  useStageFocus(screen, game.stage);

  return (
    <main ref={screen} className={`codenames ${styles.screen}`}>
      <header className={styles.header}>
        <h1 className={styles.title} tabIndex={-1}>
          Codenames
        </h1>
        {game.stage === 'used' ? <TeamCounts marks={game.marks} /> : <InstallButton />}
        <UpdateNote />
      </header>
      {game.stage === 'live' && <LiveStage dispatch={dispatch} />}
      {game.stage === 'taken' && <ReviewStage game={game} dispatch={dispatch} />}
      {game.stage === 'used' && <MarkingStage game={game} dispatch={dispatch} />}
      <div className={styles.words}>
        <output>{words}</output>
        {!kept && game.stage === 'used' && <p>This device does not keep the board: leave this page open.</p>}
      </div>
    </main>
  );
}
