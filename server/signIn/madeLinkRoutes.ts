import { ADMIN_PATTERNS } from '#contract/admin/adminPaths.ts';
import { EXAMPLES } from '#contract/schemas.ts';
import { SignInLinkResponse } from '#contract/signIn/schemas.ts';
import { signInLink } from '#domain/access/links.ts';
import { isoTime } from '#domain/clock/isoTime.ts';
import { ADMINS, personOf } from '#server/core/access/access.ts';
import { askedBy, type AuditLog } from '#server/core/audit/auditLog.ts';
import { UserError } from '#server/core/errors.ts';
import { errorWhen, json } from '#server/core/http/responses.ts';
import { type LinkSources, linkOrigin } from '#server/core/http/security/origins.ts';
import { pathParams, type TypedApp } from '#server/core/http/typedApp.ts';
import type { UserRepository } from '#server/users/userRepository.ts';
import { LINK_LIFE_MS, type OneTimeRepository } from './oneTimeRepository.ts';

interface LinkServices extends LinkSources {
  now: () => number;
  users: Pick<UserRepository, 'list'>;
  unusableEmails: readonly string[];
  oneTime: Pick<OneTimeRepository, 'createLink'>;
  audit: Pick<AuditLog, 'record'>;
}

const BLOCKED = 'This account is blocked: unblock it first';
const DEV_ACCOUNT = 'The dev accounts cannot sign in in production';

const schema = {
  tags: ['Links'],
  summary: 'Make a sign-in link for an account',
  params: pathParams(ADMIN_PATTERNS.userSignInLink, { id: EXAMPLES.userId }),
  response: {
    200: json('The link, which works once', SignInLinkResponse),
    404: errorWhen('There is no such account'),
    409: errorWhen('The account is blocked'),
  },
};

/** An admin makes a one-time sign-in link for a person who has an account. */
export function registerMadeLinks(app: TypedApp, services: LinkServices): void {
  const { users, unusableEmails, oneTime, audit, now } = services;
  const options = { config: { access: ADMINS }, schema };
  app.post(ADMIN_PATTERNS.userSignInLink, options, async (request) => {
    const user = (await users.list()).find(({ id }) => id === request.params.id);
    if (!user) throw new UserError(404, 'There is no such user');
    if (user.blockedAt !== null) throw new UserError(409, BLOCKED);
    if (unusableEmails.includes(user.email)) throw new UserError(409, DEV_ACCOUNT);
    const until = isoTime(now() + LINK_LIFE_MS);
    const token = await oneTime.createLink(user.email, { madeBy: personOf(request).userId });
    const url = signInLink(linkOrigin(request, services), token);
    const what = `${user.firstName} ${user.lastName}`.trim() || user.email;
    audit.record({ action: 'sign-in-link-made', ...askedBy(request), on: user.id, what });
    return { url, until };
  });
}
