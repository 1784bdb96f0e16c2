import { isDeepStrictEqual } from 'node:util';
import { ADMIN_PATTERNS } from '#contract/admin/adminPaths.ts';
import { ACCOUNT_EVENTS } from '#contract/users/accountAlbums.ts';
import { OwnAccount } from '#contract/users/schemas.ts';
import { personOf, SIGNED_IN, type UserPrincipal } from '#server/core/access/access.ts';
import type { CredentialChanges } from '#server/core/access/credentialChanges.ts';
import type { Credentials } from '#server/core/access/credentials.ts';
import { file, json } from '#server/core/http/responses.ts';
import { beginStream, OpenStreams, ServerEvents, whenClosed } from '#server/core/http/serverEvents.ts';
import type { TypedApp } from '#server/core/http/typedApp.ts';
import { STREAMS } from '#server/core/limits.ts';
import type { UserRepository } from '#server/users/userRepository.ts';

export interface AccountRouteServices {
  users: Pick<UserRepository, 'existing'>;
  credentials: Pick<Credentials, 'refresh'>;
  credentialChanges: Pick<CredentialChanges, 'subscribe'>;
}

const tags = ['Signing in and people'];
const accountSchema = {
  tags,
  summary: 'My account',
  description: 'What I may do, and which albums I see.',
  response: { 200: json('The account as it is now', OwnAccount) },
};
const eventsSchema = {
  tags,
  summary: 'A stream of events for this page of mine',
  description:
    'Server-sent events without data: `alive`, `albums`, `permissions` and `ended`, with a comment every 25 s.',
  response: { 200: file('The stream, without an end', 'text/event-stream') },
};

/** The calls of a person about their own account. */
export function registerAccountRoutes(app: TypedApp, services: AccountRouteServices): void {
  const { users, credentialChanges } = services;
  const config = { access: SIGNED_IN, scope: 'filtered' as const };
  app.get(ADMIN_PATTERNS.account, { config, schema: accountSchema }, async (request, reply) => {
    const {
      id: userId,
      email,
      firstName,
      lastName,
      permissions,
      albumIds,
    } = await users.existing(personOf(request).userId);
    void reply.header('Cache-Control', 'no-store');
    return { userId, email, firstName, lastName, permissions, albumIds };
  });

  const pages = new OpenStreams<AccountPage>(STREAMS.ofSession);
  const check = async (some: readonly AccountPage[]) => {
    for (const page of some) await page.check(services);
  };
  const checkSoon = (some: readonly AccountPage[]) => {
    check(some).catch((error: unknown) => app.log.error({ err: error }, 'Pages could not be notified of a change'));
  };
  const unsubscribe = credentialChanges.subscribe(() => checkSoon(pages.all()));
  app.addHook('preClose', async () => {
    unsubscribe();
    pages.closeAll();
  });

  app.get(
    ADMIN_PATTERNS.accountEvents,
    { config, schema: eventsSchema, exposeHeadRoute: false },
    async (request, reply) => {
      const person = personOf(request);
      const page = new AccountPage(person, new ServerEvents({ output: beginStream(reply) }));
      const remove = pages.add(person.sessionId, page);
      whenClosed(reply, () => {
        page.close();
        remove();
      });
      // Its account may have changed since the check of its token.
      checkSoon([page]);
    },
  );
}

/** An open page of a person, which learns when the person may see or do something else, or may not be here any more. */
class AccountPage {
  #principal: UserPrincipal;
  readonly #events: ServerEvents;

  constructor(principal: UserPrincipal, events: ServerEvents) {
    this.#principal = principal;
    this.#events = events;
  }

  async check({ credentials }: Pick<AccountRouteServices, 'credentials'>): Promise<void> {
    const current = await credentials.refresh(this.#principal);
    if (current?.kind !== 'user') {
      this.#events.send({ event: ACCOUNT_EVENTS.ended });
      return this.close();
    }
    const before = this.#principal;
    this.#principal = current;
    if (!isDeepStrictEqual(current.permissions, before.permissions)) {
      this.#events.send({ event: ACCOUNT_EVENTS.permissions });
    }
    if (!isDeepStrictEqual(current.albumIds, before.albumIds)) this.#events.send({ event: ACCOUNT_EVENTS.albums });
  }

  close(): void {
    this.#events.close();
  }
}
