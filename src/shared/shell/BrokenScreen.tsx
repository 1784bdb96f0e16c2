import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useState } from 'react';
import { reportFailedStart, removeFirstFrame } from '#src/shared/device/firstFrame.ts';
import { isServerResponding } from '#src/shared/offline/connection.ts';
import { Button } from '#src/shared/ui/Button.tsx';
import { Message } from '#src/shared/ui/Message.tsx';
import styles from './BrokenScreen.module.css';

const ASK_EVERY_MS = 3_000;

/** The browsers' error messages for a screen whose code could not be loaded. */
const MISSING_CODE = /dynamically imported module|importing a module script|preload css|loading chunk/i;

/** Shown instead of a screen that failed. When only its code is missing, the page reloads once the server is back. */
export function BrokenScreen({ error }: ErrorComponentProps) {
  const isMissingCode = error instanceof Error && MISSING_CODE.test(error.message);
  const isOutOfReach = useReloadOnReturn(isMissingCode);
  // In a layout effect, so that the failure is reported before this screen could count as the app's first screen.
  useLayoutEffect(reportFailedStart, []);
  useLayoutEffect(removeFirstFrame, []);
  return (
    <main className={styles.page}>
      <Message kind="error" action={<Button onClick={() => window.location.reload()}>Reload</Button>}>
        <p>{isMissingCode ? 'This page could not be loaded.' : 'Something went wrong on this page.'}</p>
        {isOutOfReach && <p>The server is out of reach. The page comes back as soon as the server responds.</p>}
      </Message>
    </main>
  );
}

/**
 * Reloads the page once the server is back, since a page never loads code again that failed to load once. A server that
 * was reachable all the time does not have the code, and reloading would never end: then the person decides.
 */
function useReloadOnReturn(isWanted: boolean): boolean {
  const [isOutOfReach, setOutOfReach] = useState(false);
  useEffect(() => {
    if (!isWanted) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    let wasOut = false;
    const ask = async () => {
      const isReachable = await isServerResponding();
      if (isOver) return;
      if (isReachable && wasOut) window.location.reload();
      if (isReachable) return;
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
