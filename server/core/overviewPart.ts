import type { Overview } from '#contract/server/schemas.ts';
import type { VisibleAlbums } from './access/access.ts';
import type { Permission } from '#contract/permissions.ts';

/** A part of the numbers on the start page of the administration. */
export interface OverviewPart {
  /** The part is for people with one of these permissions; without any, for everybody who is signed in. */
  for?: readonly Permission[];
  /** `visible`: the albums that the person sees. */
  read(visible: VisibleAlbums): Promise<Partial<Overview>>;
}
