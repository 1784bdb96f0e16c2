import { useLayoutEffect } from 'react';

const ICON = '/icons/codenames.svg';

/** Gives the tab the game's icon while the screen is open, and its former ones on leaving. */
export function usePageIcon(): void {
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
