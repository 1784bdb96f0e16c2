import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useState } from 'react';
import { bootFailed } from '../../boot/startReport.ts';
import { removeFirstFrame } from '../../boot/firstFrame/handover.ts';
import { isServerAnswering } from '../../offline/connection.ts';
import { Button } from '../../ui/Button.tsx';
import { Message } from '../../ui/Message.tsx';
import styles from './BrokenScreen.module.css';

const ASK_EVERY_MS = 3_000;

/** A screen whose code did not come, each browser in its own words. */
const MISSING_CODE = /dynamically imported module|importing a module script|preload css|loading chunk/i;

/** In place of a screen that cannot be shown. For want of the server it comes back with it, by itself. */
export function BrokenScreen({ error }: ErrorComponentProps) {
  const isMissingCode = error instanceof Error && MISSING_CODE.test(error.message);
  const isOutOfReach = useReloadOnReturn(isMissingCode);
  // Before anybody can take this for the first screen.
  useLayoutEffect(bootFailed, []);
  useLayoutEffect(removeFirstFrame, []);
  return (
    <main className={styles.page}>
      <Message kind="error" action={<Button onClick={() => window.location.reload()}>Reload</Button>}>
        <p>{isMissingCode ? 'This page could not be loaded.' : 'Something went wrong on this page.'}</p>
        {isOutOfReach && <p>The server is out of reach. The page comes back by itself as soon as it answers.</p>}
      </Message>
    </main>
  );
}

/**
 * Only a new page asks for code again that failed to come once. A server that answers all the time lacks the code for
 * good, and reloading would go round in circles: that is left to the person.
 */
function useReloadOnReturn(isWanted: boolean): boolean {
  const [isOutOfReach, setOutOfReach] = useState(false);
  useEffect(() => {
    if (!isWanted) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    let wasOut = false;
    const ask = async () => {
      const isBack = await isServerAnswering();
      if (isOver) return;
      if (isBack && wasOut) window.location.reload();
      if (isBack) return;
      wasOut = true;
      setOutOfReach(true);
      timer = setTimeout(() => void ask(), ASK_EVERY_MS);
    };
    void ask();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [isWanted]);
  return isOutOfReach;
}
