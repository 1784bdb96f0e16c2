import type { DiaryEntry } from '#contract/diary/schemas.ts';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import { http } from '#src/shared/api/http.ts';

/** The minutes from `from` on, a minute since 1970. */
export function fetchDiary(token: string, id: string, searchParams: { from: number; minutes: number }) {
  return http({ token }).get(ADMIN_PATHS.tabletDiary(id), { searchParams }).json<DiaryEntry[]>();
}
