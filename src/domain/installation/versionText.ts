/** The number of characters by which a commit is named where it only has to be told from others. */
const SHORT = 7;

/** A version as people read it, such as '1.0.0 (4149f43)'; without a commit the version alone. */
export function versionText(version: string, commit?: string | null): string {
  return commit ? `${version} (${commit.slice(0, SHORT)})` : version;
}
