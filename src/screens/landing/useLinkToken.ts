import { useEffect, useState } from 'react';
import { linkTokenFrom } from '../../domain/access/signInLink.ts';

/** The token of a sign-in link. It is removed from the address at once, so that nobody copies or bookmarks it. */
export function useLinkToken(): string | undefined {
  const [token, setToken] = useState(() => linkTokenFrom(window.location.hash));
  useEffect(() => {
    const take = () => {
      const found = linkTokenFrom(window.location.hash);
      if (!found) return;
      setToken(found);
      window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search);
    };
    take();
    // Opening a link in a tab that already shows the landing page changes the fragment and loads nothing.
    window.addEventListener('hashchange', take);
    return () => window.removeEventListener('hashchange', take);
  }, []);
  return token;
}
