import { Type } from 'typebox';
import { ADMIN_PATTERNS } from '#contract/admin/adminPaths.ts';
import { DiaryEntry } from '#contract/diary/schemas.ts';
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

/** The length of a day on which the clocks are set back. */
const LONGEST_DAY_MINUTES = 25 * 60;
const minute = Type.Integer({ minimum: 0, maximum: 2 ** 32 - 1, examples: [29_497_680] });
const diarySchema = {
  tags: ['Tablets'],
  summary: 'What was on the wall in a day, minute by minute',
  description:
    'As the tablet reported it, with the times by its own clock. About a missing minute it knows nothing, or has not reported yet. The photos are stored for two days, the rest for 31.',
  params: schema.params,
  querystring: Type.Object({
    from: minute,
    minutes: Type.Integer({ minimum: 1, maximum: LONGEST_DAY_MINUTES, examples: [1_440] }),
  }),
  response: { 200: json('The entries, in order', Type.Array(DiaryEntry)), 404: schema.response[404] },
};

interface ShownServices {
  tablets: Pick<TabletRepository, 'find' | 'diary'>;
  tabletWatch: Pick<TabletWatch, 'seen'>;
  photos: { queries: { named: ReturnType<typeof photosNamed> } };
}

/** The calls of admins about what a tablet has shown. */
export function registerShownRoutes(app: TypedApp, { tablets, tabletWatch, photos }: ShownServices): void {
  app.get(ADMIN_PATTERNS.tabletShown, { config: { access: ADMINS }, schema }, async (request) => {
    const { shown } = tabletWatch.seen(await existingTablet(request.params.id, tablets));
    const named = await photos.queries.named(shown);
    return shown.flatMap((name, index): ShownPhoto[] => {
      const found = named[index];
      return found ? [{ ...found, at: name.at }] : [];
    });
  });

  app.get(ADMIN_PATTERNS.tabletDiary, { config: { access: ADMINS }, schema: diarySchema }, async (request) => {
    const { id } = await existingTablet(request.params.id, tablets);
    const { from, minutes } = request.query;
    return tablets.diary({ id, from, to: from + minutes });
  });
}
