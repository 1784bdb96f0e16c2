import type { UpdatePayload } from '#contract/update/schemas.ts';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import { http } from '#src/shared/api/http.ts';

export async function beginUpdate(token: string, release: UpdatePayload): Promise<void> {
  await http({ token }).post(ADMIN_PATHS.update, { json: release });
}
