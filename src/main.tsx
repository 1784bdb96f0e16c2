import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { screenRendered, reportStart } from './shared/device/firstFrame.ts';
import { describeHomeScreenApp } from './boot/manifest.ts';
import { reloadOnMissingChunk } from './boot/entryScript.ts';
import { watchInstallPrompt } from './shared/device/installPrompt.ts';
import { idleForMs, watchInput } from './shared/device/lastInput.ts';
import { startUpdates } from './shared/offline/applyUpdates.ts';
import { watchConnection } from './shared/offline/connection.ts';
import { createAppRouter } from './router.ts';
// All styles that the first frame needs, which the build puts into index.html. Later screens import their own styles.
import './shared/styles/tokens.css';
import './shared/styles/base.css';
import './boot/firstFrame/firstFrame.css';
import './wall/clock/paintClock.css';
import './wall/bars/KioskBar.css';
import './wall/home/HomeView.css';

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
void startUpdates(idleForMs);
fetchFirstScreen();

const firstScreen = router.subscribe('onRendered', () => {
  // A screen that threw an error counts as rendered too; its failed start has been reported by then.
  setTimeout(reportStart);
  firstScreen();
});

createRoot(root).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
);

/**
 * Loads the first screen's code while its guard waits for the server. Errors are ignored, because the router loads the
 * code once more and shows the error.
 */
function fetchFirstScreen(): void {
  const [routes] = router.getMatchedRoutes(window.location.pathname);
  for (const route of routes) void router.loadRouteChunk(route)?.catch(() => undefined);
}
