import { useLayoutEffect } from 'react';

/**
 * Names the tab while it is rendered. React's own `<title>` would put a second element beside that of index.html, and a
 * page may have only one.
 */
export function PageTitle({ children }: { children: string }) {
  useLayoutEffect(() => {
    const before = document.title;
    document.title = children;
    return () => {
      document.title = before;
    };
  }, [children]);
  return null;
}
