import { RouterProvider } from '@tanstack/react-router';
import { act, render } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import { inject } from 'vitest';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import type { Permission } from '#contract/permissions.ts';
import { INVITATION_PATTERNS } from '#contract/signIn/signIn.ts';
import { LOCAL_STORAGE } from '#contract/storageKeys.ts';
import type { NewSession } from '#contract/users/schemas.ts';
import { invitationTokenFrom } from '#domain/access/links.ts';
import { createAppRouter } from '#src/router.ts';
import { leaveDialogEntries } from '#src/shared/ui/dialogEntries.ts';
import { ApiClient, signInAsDev } from '#scripts/run/apiClient.ts';
import { ServerProcess, type ServerProcessOptions } from '#scripts/run/serverProcess.ts';
import type { HostedServer } from './serverHost.ts';

export interface ScreenServer extends HostedServer {
  dispose(): Promise<void>;
}

async function askHost(method: string, path = '/'): Promise<HostedServer> {
  const host = await (await fetch(inject('serverHostDoor'))).text();
  const response = await fetch(host + path, { method });
  if (!response.ok) throw new Error(`The server did not start: ${await response.text()}`);
  const hosted: HostedServer = JSON.parse(await response.text());
  return hosted;
}

/**
 * The real server, of one's own, in the process that holds those of all files: Node's modules and jsdom's don't share one.
 * It allows the origin that jsdom gives its pages. A given data folder goes with it.
 */
export async function startScreenServer(dataDir = ''): Promise<ScreenServer> {
  const hosted = await askHost('POST', `/?${new URLSearchParams({ dataDir }).toString()}`);
  const dispose = async () => void (await askHost('DELETE', `/${hosted.id}`));
  return { ...hosted, dispose };
}

/** The server of all files whose tests look at nothing but what they have made themselves. */
export function sharedServer(): Promise<HostedServer> {
  return askHost('GET');
}

/** A server in a process of its own, for tests that stop it, or give it settings or a data folder. */
export function startServerProcess(options: ServerProcessOptions = {}): Promise<ServerProcess> {
  const env = { CORS_ORIGINS: window.location.origin, ...options.env };
  return new ServerProcess({ ...options, env }).start();
}

interface AppServer {
  origin: string;
  /** Pretends that Sign in with Apple is set up. */
  appleClientId?: string;
  /** Pretends that devices learn at this port to trust the house. */
  trustPort?: number;
}

/** The whole app, at a path, against a real server: what main.tsx does, in jsdom. */
export async function renderApp(
  path: string,
  { origin, appleClientId = '', trustPort }: AppServer,
  production = false,
) {
  const origins = { baseApiUrl: origin, baseAssetUrl: origin, socketUrl: origin };
  window.environment = { production, appleClientId, ...origins, ...(trustPort !== undefined && { trustPort }) };
  // A dialog of the app before, if it was unmounted with one, goes back in the history by itself.
  if (window.history.state?.dialogs) await leaveDialogEntries();
  window.history.replaceState(null, '', path);
  const router = createAppRouter();
  // No style sheet is loaded, so that none can keep the pointer from an element.
  const user = userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never });
  const view = render(<RouterProvider router={router} />);
  await act(() => router.load());
  return { ...view, user, router, path: () => window.location.pathname + window.location.search };
}

/** The state after a sign-in. */
export async function signInBrowser({ origin }: { origin: string }, as: 'admin' | 'user' = 'admin') {
  return storeSignIn(await signInAsDev(origin, as));
}

/** The same for a new person with these permissions, who has followed an invitation. */
export async function signInInvited({ origin }: { origin: string }, permissions: readonly Permission[]) {
  const api = await ApiClient.signedIn(origin);
  const invitation = { name: 'Ann', permissions, term: 'day' };
  const { url } = await api.ask<{ url: string }>(`POST ${ADMIN_PATHS.invitations}`, invitation);
  const token = invitationTokenFrom(new URL(url).hash);
  return storeSignIn(await api.ask<NewSession>(`POST ${INVITATION_PATTERNS.accepted}`, { token, name: 'Ann' }));
}

function storeSignIn({ installation = '', ...user }: NewSession) {
  localStorage.setItem(LOCAL_STORAGE.signedInAt, installation);
  localStorage.setItem(LOCAL_STORAGE.user, JSON.stringify(user));
  return user;
}
