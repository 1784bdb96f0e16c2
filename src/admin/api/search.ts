import type { SearchResponse } from '#contract/curation/schemas.ts';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import { http } from '#src/shared/api/http.ts';

export function search(token: string, text: string): Promise<SearchResponse> {
  return http({ token })
    .get(ADMIN_PATHS.search, { searchParams: { q: text } })
    .json<SearchResponse>();
}
