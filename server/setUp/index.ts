import { subject } from '#server/core/subject.ts';
import { signIn } from '#server/signIn/index.ts';
import { users } from '#server/users/index.ts';
import { setUpLine, setUpLinkRepository } from './setUpLinkRepository.ts';
import { registerSetUp } from './setUpRoutes.ts';

/** The first admin, made by the link that the server prints at its start. */
export const setUp = subject('setUp', (core) => {
  const { db, now, slots } = core;
  const setUpLinks = setUpLinkRepository({ db, now, users: users.of(core).users });
  slots.starts.add(async ({ isAlone }) => {
    if (isAlone) await setUpLinks.endAll();
  });
  slots.routes.add((app) => registerSetUp(app, { ...core, ...users.of(core), ...signIn.of(core), setUpLinks }));
  slots.addressLines.add((addresses) => setUpLine(addresses, { ...core, ...users.of(core), setUpLinks }));
  return { setUpLinks };
});
