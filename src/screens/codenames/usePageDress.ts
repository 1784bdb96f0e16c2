import { useLayoutEffect } from 'react';

const TITLE = 'Codenames';
const ICONS: Readonly<Record<string, string>> = {
  icon: '/icons/codenames.svg',
  'apple-touch-icon': '/icons/codenames-apple-touch-180.png',
};

/** While the screen is open the tab is the game's (SPEC §2); on leaving it gets back what it had. */
export function usePageDress(): void {
  useLayoutEffect(() => {
    const title = document.title;
    document.title = TITLE;
    const undress = Object.entries(ICONS).map(([rel, href]) => swapIcon(rel, href));
    return () => {
      document.title = title;
      for (const giveBack of undress) giveBack();
    };
  }, []);
}

/** Takes every link of the kind out, since a browser may choose any of them, and puts the game's in. */
function swapIcon(rel: string, href: string): () => void {
  const own = document.createElement('link');
  own.rel = rel;
  own.href = href;
  const others = [...document.head.querySelectorAll<HTMLLinkElement>(`link[rel~="${rel}"]`)];
  for (const link of others) link.remove();
  document.head.append(own);
  return () => {
    own.remove();
    document.head.append(...others);
  };
}
