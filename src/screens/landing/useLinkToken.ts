import { useEffect, useState } from 'react';

/**
 * The token of a link that lets somebody in, which `tokenFrom` finds. It is removed from the address at once, so that
 * nobody copies or bookmarks it. The `tokenFrom` of one link must stay the same function.
 */
export function useLinkToken(tokenFrom: (fragment: string) => string | undefined): string | undefined {
  const [token, setToken] = useState(() => tokenFrom(window.location.hash));
  useEffect(() => {
    const take = () => {
      const found = tokenFrom(window.location.hash);
      if (!found) return;
      setToken(found);
      window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search);
    };
    take();
    // Opening a link in a tab that already shows the landing page changes the fragment and loads nothing.
    window.addEventListener('hashchange', take);
    return () => window.removeEventListener('hashchange', take);
  }, [tokenFrom]);
  return token;
}
