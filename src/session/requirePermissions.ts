import { redirect } from '@tanstack/react-router';
import type { Permission } from '../contract/permissions.ts';
import { MESSAGES } from '../domain/messages.ts';
import { mayPass } from '../domain/access/permissions.ts';
import { storedUser } from './storedUser.ts';

/** The landing page's search parameters for someone who has to sign in (again) before seeing `requestedUrl`. */
export function signInSearch(requestedUrl: string) {
  return { requestedUrl, error: MESSAGES.permissionRequired };
}

/** The permission guard for a route's `beforeLoad`. An empty list admits anyone who is signed in. */
export function requirePermissions(required: readonly Permission[]) {
  return ({ location }: { location: { href: string } }): void => {
    const user = storedUser();
    if (user && mayPass(user.permissions, required)) return;
    throw redirect({ to: '/', search: signInSearch(location.href), replace: true });
  };
}
