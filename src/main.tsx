import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { describeHomeScreenApp } from './offline/homeScreen.ts';
import { startOffline } from './offline/start.ts';
import { createAppRouter } from './router.ts';
import './styles/tokens.css';
import './styles/base.css';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root element');

const router = createAppRouter();
describeHomeScreenApp(window.location.pathname);
router.subscribe('onRendered', ({ toLocation }) => describeHomeScreenApp(toLocation.pathname));
startOffline();

createRoot(root).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
);
