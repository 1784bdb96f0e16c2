import { useLayoutEffect } from 'react';

const TITLE = 'Codenames';
const ICON = '/icons/codenames.svg';

/** While the screen is open the tab is the game's (SPEC §2); on leaving it gets back what it had. */
export function usePageIdentity(): void {
  useLayoutEffect(() => {
    const title = document.title;
    document.title = TITLE;
    const giveIconBack = swapIcon();
    return () => {
      document.title = title;
      giveIconBack();
    };
  }, []);
}

/** Takes out every icon there is, since a browser may choose any of them, and puts the game's in. */
function swapIcon(): () => void {
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
