import type { Permission } from '#contract/permissions.ts';
import type { UserRecord } from '#contract/users/schemas.ts';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import type { ApiClient } from '#scripts/run/apiClient.ts';

/** An admin, who gives others permissions and lists of albums. */
export class PeopleAdmin {
  readonly #api: ApiClient;

  constructor(api: ApiClient) {
    this.#api = api;
  }

  async recordOf(email: string): Promise<UserRecord> {
    const users: UserRecord[] = JSON.parse(await this.#call('GET', ADMIN_PATHS.users));
    const found = users.find((user) => user.email === email);
    if (!found) throw new Error(`There is no ${email}`);
    return found;
  }

  async permit(email: string, permissions: Permission[]): Promise<void> {
    const { id } = await this.recordOf(email);
    await this.#call('PUT', ADMIN_PATHS.userPermissions(id), { permissions });
  }

  /** Null: all. */
  async show(email: string, albumIds: string[] | null): Promise<void> {
    const { id } = await this.recordOf(email);
    await this.#call('PATCH', ADMIN_PATHS.user(id), { albumIds });
  }

  async #call(method: string, path: string, body?: object): Promise<string> {
    const headers = { Authorization: `Bearer ${this.#api.token}`, 'Content-Type': 'application/json' };
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const response = await fetch(this.#api.origin + path, init);
    const text = await response.text();
    if (!response.ok) throw new Error(`${response.status} from ${method} ${path}: ${text}`);
    return text;
  }
}
