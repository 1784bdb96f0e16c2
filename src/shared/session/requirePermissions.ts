import { redirect } from '@tanstack/react-router';
import { pageAt } from '#contract/pages.ts';
import { MESSAGES } from '#domain/messages.ts';
import { mayPass } from '#domain/access/permissions.ts';
import { storedUser } from './storedUser.ts';

/** The landing page's search parameters for someone who has to sign in (again) before seeing `requestedUrl`. */
export function signInSearch(requestedUrl: string) {
  return { requestedUrl, error: MESSAGES.permissionRequired };
}

/**
 * The permission guard for `beforeLoad`: the permissions of a page are in the table of pages. Any other page requires a
 * signed-in person.
 */
export function requirePermissions({ pathname, href }: { pathname: string; href: string }): void {
  const access = pageAt(pathname)?.access ?? [];
  if (typeof access === 'string') return;
  const user = storedUser();
  if (user && mayPass(user.permissions, access)) return;
  throw redirect({ to: '/', search: signInSearch(href), replace: true });
}
