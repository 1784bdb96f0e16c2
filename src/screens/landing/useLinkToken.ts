import { useEffect, useState } from 'react';
import { linkTokenFrom } from '../../domain/access/signInLink.ts';

/** The token of a sign-in link, taken out of the address at once: nobody shall copy or bookmark it. */
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
    // A link opened in a tab that shows the landing already changes the fragment only.
    window.addEventListener('hashchange', take);
    return () => window.removeEventListener('hashchange', take);
  }, []);
  return token;
}
