import { ADMIN_PATHS } from '../contract/admin/adminPaths.ts';
import { http } from './http.ts';

/** What the server says about its own calls: an OpenAPI document. */
export function fetchOpenApi(token: string): Promise<unknown> {
  return http({ token }).get(ADMIN_PATHS.openApi).json();
}
