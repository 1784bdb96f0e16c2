/**
 * A version as people read it, such as '1.0.0 (4149f43)'; without a commit the version alone. A plus behind the commit
 * stands for changes that are in none.
 */
export function versionText(version: string, commit?: string | null): string {
  return commit ? `${version} (${commit.replace(/^([0-9a-f]{7})[0-9a-f]+/, '$1')})` : version;
}
