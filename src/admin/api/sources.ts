import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import type {
  ImmichAlbum,
  ImmichDoor,
  LeavingDecision,
  NewSource,
  SourceChanges,
  SourceList,
} from '#contract/sources/schemas.ts';
import { http } from '#src/shared/api/http.ts';

export function fetchSources(token: string): Promise<SourceList> {
  return http({ token }).get(ADMIN_PATHS.sources).json<SourceList>();
}

export async function addSource(token: string, source: NewSource): Promise<void> {
  await http({ token }).post(ADMIN_PATHS.sources, { json: source });
}

export async function changeSource(token: string, id: string, changes: SourceChanges): Promise<void> {
  await http({ token }).patch(ADMIN_PATHS.source(id), { json: changes });
}

export async function readSource(token: string, id: string): Promise<void> {
  await http({ token }).post(ADMIN_PATHS.readSource(id));
}

export async function removeSource(token: string, id: string): Promise<void> {
  await http({ token }).delete(ADMIN_PATHS.source(id));
}

export async function decideAboutLeft(token: string, id: string, decision: LeavingDecision): Promise<void> {
  await http({ token }).post(ADMIN_PATHS.leftSource(id), { json: decision });
}

export function fetchImmichAlbums(token: string, door: ImmichDoor): Promise<ImmichAlbum[]> {
  return http({ token }).post(ADMIN_PATHS.immichAlbums, { json: door }).json<ImmichAlbum[]>();
}
