import { Type } from 'typebox';
import { ADMIN_PATTERNS } from '#contract/admin/adminPaths.ts';
import { EXAMPLES } from '#contract/schemas.ts';
import { ShownPhoto } from '#contract/tablets/schemas.ts';
import { errorWhen, json } from '#server/core/http/responses.ts';
import { ADMINS } from '#server/core/access/access.ts';
import { pathParams, type TypedApp } from '#server/core/http/typedApp.ts';
import type { photosNamed } from '#server/photos/albums/photoQueries.ts';
import type { TabletRepository } from './registry/tabletRepository.ts';
import type { TabletWatch } from './registry/tabletWatch.ts';
import { existingTablet } from './tabletRoutes.ts';

const schema = {
  tags: ['Tablets'],
  summary: 'The photos that a tablet has shown last',
  description: 'At most 50, newest first, without those that are gone meanwhile. The times are by the tablet.',
  params: pathParams(ADMIN_PATTERNS.tabletShown, { id: EXAMPLES.tabletId }),
  response: { 200: json('The photos', Type.Array(ShownPhoto)), 404: errorWhen('There is no such tablet') },
};

interface ShownServices {
  tablets: Pick<TabletRepository, 'find'>;
  tabletWatch: Pick<TabletWatch, 'seen'>;
  photos: { queries: { named: ReturnType<typeof photosNamed> } };
}

/** The call of admins about what a tablet has shown. */
export function registerShownRoutes(app: TypedApp, { tablets, tabletWatch, photos }: ShownServices): void {
  app.get(ADMIN_PATTERNS.tabletShown, { config: { access: ADMINS }, schema }, async (request) => {
    const { shown } = tabletWatch.seen(await existingTablet(request.params.id, tablets));
    const named = await photos.queries.named(shown);
    return shown.flatMap((name, index): ShownPhoto[] => {
      const found = named[index];
      return found ? [{ ...found, at: name.at }] : [];
    });
  });
}
