import { useLayoutEffect } from 'react';

const TITLE = 'Codenames';
const ICON = '/icons/codenames.svg';

/** Gives the tab the game's title and icon while the screen is open, and its former ones on leaving. */
export function usePageIdentity(): void {
  useLayoutEffect(() => {
    const title = document.title;
    document.title = TITLE;
    const restoreIcons = replaceIcons();
    return () => {
      document.title = title;
      restoreIcons();
    };
  }, []);
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
