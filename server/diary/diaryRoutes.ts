import { Type } from 'typebox';
import { ADMIN_PATTERNS } from '#contract/admin/adminPaths.ts';
import { DiaryEntry } from '#contract/diary/schemas.ts';
import { EXAMPLES } from '#contract/schemas.ts';
import { ADMINS } from '#server/core/access/access.ts';
import { errorWhen, json } from '#server/core/http/responses.ts';
import { pathParams, type TypedApp } from '#server/core/http/typedApp.ts';
import type { TabletRepository } from '#server/tablets/registry/tabletRepository.ts';
import { existingTablet } from '#server/tablets/tabletRoutes.ts';
import type { DiaryRepository } from './diaryRepository.ts';

/** The length of a day on which the clocks are set back. */
const LONGEST_DAY_MINUTES = 25 * 60;
const minute = Type.Integer({ minimum: 0, maximum: 2 ** 32 - 1, examples: [29_497_680] });
const schema = {
  tags: ['Tablets'],
  summary: 'What was on the wall in a day, minute by minute',
  description:
    'As the tablet reported it, with the times by its own clock. About a missing minute it knows nothing, or has not reported yet. The photos are stored for two days, the rest for 31.',
  params: pathParams(ADMIN_PATTERNS.tabletDiary, { id: EXAMPLES.tabletId }),
  querystring: Type.Object({
    from: minute,
    minutes: Type.Integer({ minimum: 1, maximum: LONGEST_DAY_MINUTES, examples: [1_440] }),
  }),
  response: {
    200: json('The entries, in order', Type.Array(DiaryEntry)),
    404: errorWhen('There is no such tablet'),
  },
};

interface DiaryServices {
  tablets: Pick<TabletRepository, 'find'>;
  diary: Pick<DiaryRepository, 'read'>;
}

/** The call of admins about the minutes of a tablet. */
export function registerDiaryRoutes(app: TypedApp, { tablets, diary }: DiaryServices): void {
  app.get(ADMIN_PATTERNS.tabletDiary, { config: { access: ADMINS }, schema }, async (request) => {
    const { id } = await existingTablet(request.params.id, tablets);
    const { from, minutes } = request.query;
    return diary.read({ id, from, to: from + minutes });
  });
}
