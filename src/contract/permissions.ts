/** The three permissions there are. `admin` passes every check. */
export const PERMISSIONS = ['admin', 'photos:read', 'photos:write'] as const;

export type Permission = (typeof PERMISSIONS)[number];
