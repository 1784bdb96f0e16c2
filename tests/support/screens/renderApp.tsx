import { RouterProvider } from '@tanstack/react-router';
import { act, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { inject } from 'vitest';
import { LOCAL_STORAGE } from '#contract/storageKeys.ts';
import { createAppRouter } from '#src/router.ts';
import { signInAsDev } from '#scripts/run/apiClient.ts';
import { ServerProcess, type ServerProcessOptions } from '#scripts/run/serverProcess.ts';
import type { SharedServer } from './sharedServer.ts';

/**
 * The real server in a process of its own, since Node's modules and jsdom's don't share one. It allows the origin that
 * jsdom gives its pages.
 */
export function startScreenServer(options: ServerProcessOptions = {}): Promise<ServerProcess> {
  const env = { CORS_ORIGINS: window.location.origin, ...options.env };
  return new ServerProcess({ ...options, env }).start();
}

/** The server of all files whose tests look at nothing but what they have made themselves. */
export async function sharedServer(): Promise<SharedServer> {
  const response = await fetch(inject('sharedServerDoor'));
  const shared: SharedServer = JSON.parse(await response.text());
  return shared;
}

interface AppServer {
  origin: string;
  /** Pretends that Sign in with Apple is set up. */
  appleClientId?: string;
}

/** The whole app, at a path, against a real server: what main.tsx does, in jsdom. */
export async function renderApp(path: string, { origin, appleClientId = '' }: AppServer, production = false) {
  window.environment = { production, appleClientId, baseApiUrl: origin, baseAssetUrl: origin, socketUrl: origin };
  window.history.replaceState(null, '', path);
  const router = createAppRouter();
  const user = userEvent.setup();
  const view = render(<RouterProvider router={router} />);
  await act(() => router.load());
  return { ...view, user, router, path: () => window.location.pathname + window.location.search };
}

/** The state after a sign-in. */
export async function signInBrowser({ origin }: { origin: string }, as: 'admin' | 'user' = 'admin') {
  const { installation = '', ...user } = await signInAsDev(origin, as);
  localStorage.setItem(LOCAL_STORAGE.signedInAt, installation);
  localStorage.setItem(LOCAL_STORAGE.user, JSON.stringify(user));
  return user;
}
