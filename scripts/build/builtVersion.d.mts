export const BUILD_SOURCES: readonly string[];
export function builtVersion(root: string): { version: string; commit?: string };
