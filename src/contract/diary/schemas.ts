import { type Static, Type } from 'typebox';
import { oneOf } from '#contract/schemas.ts';
import { DIARY_LIMITS } from './diary.ts';

/** A time during which the wall showed the same, by the tablet's own clock. */
export const DiaryEntry = Type.Object(
  {
    at: Type.Integer({ minimum: 0, maximum: 2 ** 32 - 1, description: 'In minutes since 1970' }),
    minutes: Type.Integer({ minimum: 1, maximum: 2 ** 20 }),
    shows: oneOf(['photo', 'page', 'dark', 'off'], {
      description: '`dark`: by its programme. `off`: nothing, without power or with its page closed',
    }),
    photo: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 2 ** 32 - 1, description: 'A hash of its album and file name' }),
    ),
    offline: Type.Optional(Type.Boolean({ description: 'The server was out of reach' })),
    mark: Type.Optional(
      oneOf(['started', 'back'], {
        description:
          'The page was loaded anew before it; `back`: into the build before, since the newer one did not start',
      }),
    ),
  },
  {
    additionalProperties: false,
    $id: 'DiaryEntry',
    examples: [{ at: 29_497_680, minutes: 90, shows: 'photo', photo: 2_718_281_828 }],
  },
);
export type DiaryEntry = Static<typeof DiaryEntry>;

/** The minutes that a tablet sends with one report. */
export const ReportedDiary = Type.Array(DiaryEntry, { maxItems: DIARY_LIMITS.perReport });
