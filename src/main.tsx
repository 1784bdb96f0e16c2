import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { screenRendered } from './boot/firstFrame/handover.ts';
import { describeHomeScreenApp } from './boot/manifest.ts';
import { reloadOnMissingChunk } from './boot/reloadOnMissingChunk.ts';
import { reportStart } from './boot/startReport.ts';
import { watchInstallPrompt } from './device/installPrompt.ts';
import { watchInput } from './device/lastInput.ts';
import { watchConnection } from './offline/connection.ts';
import { startUpdates } from './offline/updates.ts';
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
reloadOnMissingChunk();
watchInput();
watchInstallPrompt();
watchConnection();
void startUpdates();
fetchFirstScreen();

const firstScreen = router.subscribe('onRendered', () => {
  // A screen that broke counts as rendered too; it has reported its failed start by then.
  setTimeout(reportStart);
  firstScreen();
});

createRoot(root).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
);

/** The first screen's code comes while its guard asks the server. A file that is missing fails again in the router, which shows it. */
function fetchFirstScreen(): void {
  const [routes] = router.getMatchedRoutes(window.location.pathname);
  for (const route of routes) void router.loadRouteChunk(route)?.catch(() => undefined);
}
