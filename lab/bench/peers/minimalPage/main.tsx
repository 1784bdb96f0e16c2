import { createRootRoute, createRoute, createRouter, Link, RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

// The smallest page with React and the router: one route, one screen. The kiosk's home is measured against it.

function Home() {
  return (
    <main>
      <h1>Circuit Tree</h1>
      <Link to="/circuit-tree">Clock</Link>
    </main>
  );
}

const rootRoute = createRootRoute();
const homeRoute = createRoute({ getParentRoute: () => rootRoute, path: '/circuit-tree', component: Home });
const router = createRouter({ routeTree: rootRoute.addChildren([homeRoute]) });

createRoot(document.querySelector('#root')!).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
);
