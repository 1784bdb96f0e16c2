import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect } from 'react';
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
  useReloadOnReturn(isMissingCode);
  return (
    <main className={styles.page}>
      <Message kind="error" action={<Button onClick={() => window.location.reload()}>Reload</Button>}>
        {isMissingCode
          ? 'This page could not be loaded: the server is out of reach. It comes back by itself as soon as the server answers.'
          : 'Something went wrong on this page.'}
      </Message>
    </main>
  );
}

function useReloadOnReturn(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const ask = async () => {
      const isBack = await isServerAnswering();
      if (isOver) return;
      // Only a new page asks for code again that failed to come once.
      if (isBack) window.location.reload();
      else timer = setTimeout(() => void ask(), ASK_EVERY_MS);
    };
    // Not at once: a build that lacks the code for good must not reload without a pause.
    timer = setTimeout(() => void ask(), ASK_EVERY_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [isWanted]);
}
