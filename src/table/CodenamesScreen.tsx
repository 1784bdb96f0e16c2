import { type Dispatch, type RefObject, Suspense, useEffect, useLayoutEffect, useRef } from 'react';
import { NO_WORDS, teamCount } from '#domain/table/board.ts';
import type { Game, GameEvent, Used } from '#domain/table/game.ts';
import { useInstall } from '#src/shared/device/installPrompt.ts';
import { reloadIntoUpdate } from '#src/shared/offline/applyUpdates.ts';
import { useUpdateReady } from '#src/shared/offline/checkForUpdates.ts';
import { Button } from '#src/shared/ui/Button.tsx';
import { lazyPart } from '#src/shared/ui/lazyPart.ts';
import { LiveStage } from './camera/LiveStage.tsx';
import { Row } from '#src/shared/ui/layout/Row.tsx';
import { Heading } from '#src/shared/ui/text/Heading.tsx';
import { SpokenOnly } from '#src/shared/ui/text/SpokenOnly.tsx';
import styles from './CodenamesScreen.module.css';
import { MarkingStage } from './marking/MarkingStage.tsx';
import { RoleMark } from './marking/RoleMark.tsx';
import { AdjustStage, ReviewStage } from './review/ReviewStage.tsx';
import { useGame } from './board/useGame.ts';
import { PageTitle } from '#src/shared/ui/PageTitle.tsx';

const NewVersionMessage = lazyPart(
  async () => (await import('#src/shared/ui/NewVersionMessage.tsx')).NewVersionMessage,
);

const ICON = '/icons/codenames.svg';

/** Gives the tab the game's icon while the screen is open, and its former ones on leaving. */
function usePageIcon(): void {
  useLayoutEffect(replaceIcons, []);
}

/** Replaces all icon links by the game's, since a browser may choose any of them. Returns a function to undo this. */
function replaceIcons(): () => void {
  const own = document.createElement('link');
  own.rel = 'icon';
  own.type = 'image/svg+xml';
  own.href = ICON;
  const others = [...document.head.querySelectorAll<HTMLLinkElement>('link[rel~="icon"]')];
  for (const link of others) link.remove();
  document.head.append(own);
  return () => {
    own.remove();
    document.head.append(...others);
  };
}

/** The screen of a phone on the game table: photograph the board, lay the grid on it, mark its cells. */
export function CodenamesScreen() {
  usePageIcon();
  const { game, words, isStored, dispatch } = useGame();
  const updateReady = useUpdateReady();
  const screen = useRef<HTMLElement>(null);
  useStageFocus(screen, game.stage);

  return (
    <main
      ref={screen}
      className={`codenames ${styles.screen}`}
      data-list={game.stage === 'used' && game.words !== NO_WORDS ? '' : undefined}
    >
      <PageTitle>Codenames</PageTitle>
      <Row as="header" gap={3} lineGap={1} justify="between" className={styles.header}>
        <Heading level={1} size="m" className={styles.title} tabIndex={-1}>
          Codenames
        </Heading>
        {game.stage === 'used' ? <StartOver dispatch={dispatch} /> : <InstallButton />}
        {game.stage === 'used' && <TeamCounts game={game} />}
        {/* Shown in the header, because AppLayout's note would cover the buttons at the foot of this screen. */}
        {updateReady && (
          <Suspense>
            <NewVersionMessage onReload={reloadIntoUpdate} />
          </Suspense>
        )}
      </Row>
      {game.stage === 'live' && <LiveStage dispatch={dispatch} />}
      {game.stage === 'taken' && <ReviewStage game={game} dispatch={dispatch} />}
      {game.stage === 'used' && !game.aligning && <MarkingStage game={game} dispatch={dispatch} />}
      {game.stage === 'used' && game.aligning && <AdjustStage game={game} dispatch={dispatch} />}
      <div className={styles.words} data-urgent={isGridMissing(game) || undefined}>
        <output>{words}</output>
        {!isStored && game.stage === 'used' && <p>This device does not keep the board: leave this page open.</p>}
      </div>
    </main>
  );
}

/** Whether the board was not found, and nobody has set the grid yet. */
function isGridMissing(game: Game): boolean {
  return game.stage === 'taken' && game.gridFrom === 'nowhere';
}

const START_OVER_QUESTION = 'Do you want to delete the photo and start over?';

/** Far from the thumb: it is pressed once in a game. */
function StartOver({ dispatch }: { dispatch: Dispatch<GameEvent> }) {
  const startOver = () => {
    if (window.confirm(START_OVER_QUESTION)) dispatch({ type: 'start-over' });
  };
  return (
    <Button size="s" variant="danger" onClick={startOver}>
      Start Over
    </Button>
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

/**
 * When a stage ends, its focused button disappears and the focus would be lost. So the focus moves to the first button
 * of the next stage, or to the title.
 */
function useStageFocus(screen: RefObject<HTMLElement | null>, stage: Game['stage']): void {
  const shown = useRef(stage);
  useEffect(() => {
    const previous = shown.current;
    shown.current = stage;
    if (previous === stage || previous === 'restoring' || document.activeElement !== document.body) return;
    const next =
      screen.current?.querySelector<HTMLElement>('[data-first]:enabled') ?? screen.current?.querySelector('h1');
    next?.focus({ preventScroll: true });
  }, [screen, stage]);
}

const TEAMS = [
  { team: 'red', name: 'Red' },
  { team: 'blue', name: 'Blue' },
] as const;
const AGENTS = [{ team: 'green', name: 'Green' }] as const;

/** The number of cards that each team has left and has found. */
function TeamCounts({ game: { grid, marks } }: { game: Used }) {
  return (
    <ul className={styles.counts} aria-label="Score">
      {(grid === 'duet' ? AGENTS : TEAMS).map(({ team, name }) => {
        const { left, found } = teamCount(marks, team);
        return (
          <li key={team} className={styles.team}>
            <RoleMark role={`${team}-target`} className={styles.mark} />
            <SpokenOnly>{name}:</SpokenOnly>
            <span>
              <b>{left}</b> left, <b>{found}</b> found
            </span>
          </li>
        );
      })}
    </ul>
  );
}
