import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { bootSucceeded } from './boot/startReport.ts';
import { screenRendered } from './boot/firstFrame/handover.ts';
import { describeHomeScreenApp } from './boot/manifest.ts';
import { startOffline } from './offline/start.ts';
import { createAppRouter } from './router.ts';
import './styles/tokens.css';
import './styles/base.css';
import './styles/clockFace.css';
import './styles/firstFrame.css';
import './styles/home.css';
import './styles/kioskBar.css';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root element');

const router = createAppRouter();
router.subscribe('onRendered', ({ toLocation: { pathname } }) => {
  describeHomeScreenApp(pathname);
  screenRendered(pathname);
});
startOffline();
fetchFirstScreen();

const firstScreen = router.subscribe('onRendered', () => {
  // A screen that broke is rendered as well, and has said so by then.
  setTimeout(bootSucceeded);
  firstScreen();
});

createRoot(root).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
);

/** Its code comes while its guard still asks the server. One that does not come fails again, and is told, in the router. */
function fetchFirstScreen(): void {
  const [routes] = router.getMatchedRoutes(window.location.pathname);
  for (const route of routes) void router.loadRouteChunk(route)?.catch(() => undefined);
}
