import { ADMIN_PATTERNS } from '#contract/admin/adminPaths.ts';
import { MESSAGE_MAX_CHARACTERS } from '#contract/tablets/limits.ts';
import { EXAMPLES } from '#contract/schemas.ts';
import { TabletCommand } from '#contract/tablets/schemas.ts';
import { isPlainLine } from '#domain/text/hiddenCharacters.ts';
import { UserError } from '#server/core/errors.ts';
import { done, errorWhen } from '#server/core/http/responses.ts';
import { ADMINS } from '#server/core/access/access.ts';
import { pathParams, type TypedApp } from '#server/core/http/typedApp.ts';
import type { TabletListeners } from './events/tabletListeners.ts';
import { NO_SUCH_TABLET } from './registry/tabletKeyRepository.ts';
import type { TabletRepository } from './registry/tabletRepository.ts';

const NOT_ONE_LINE = `The words must be one line of at most ${MESSAGE_MAX_CHARACTERS} characters, without line breaks or hidden characters`;

const schema = {
  tags: ['Tablets'],
  summary: 'Tell a tablet what to do',
  params: pathParams(ADMIN_PATTERNS.tabletCommand, { id: EXAMPLES.tabletId }),
  body: TabletCommand,
  response: {
    202: done('The tablet was notified'),
    400: errorWhen('The words for the wall are not one line'),
    404: errorWhen('There is no such tablet'),
    409: errorWhen('It cannot be reached at the moment'),
  },
};

interface CommandServices {
  tablets: Pick<TabletRepository, 'find'>;
  tabletListeners: Pick<TabletListeners, 'tell'>;
}

/** Sends an admin's command to a tablet; it must be listening at that moment. */
export function registerCommandRoute(app: TypedApp, { tablets, tabletListeners }: CommandServices): void {
  app.post(ADMIN_PATTERNS.tabletCommand, { config: { access: ADMINS }, schema }, async (request, reply) => {
    const tablet = await tablets.find(request.params.id);
    if (!tablet) throw new UserError(404, NO_SUCH_TABLET);
    checkWords(request.body);
    if (!tabletListeners.tell(tablet.id, { event: 'command', data: request.body })) {
      throw new UserError(409, `“${tablet.name}” cannot be reached at the moment`);
    }
    return reply.status(202).send();
  });
}

/** The words for a wall follow the rule for the texts of pings: a broken or reversed line would cover the photo. */
function checkWords(command: TabletCommand): void {
  if (command.command === 'message' && !isPlainLine(command.text, MESSAGE_MAX_CHARACTERS)) {
    throw new UserError(400, NOT_ONE_LINE);
  }
}
