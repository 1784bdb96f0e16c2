import { versionText } from '#domain/text/versionText.ts';
import { environment } from '#src/environment.ts';

/** The version that the server has, with the commit of the app that it serves; an older server tells nothing of it. */
export function servedVersion(): string {
  const { version, commit } = environment();
  return version === undefined ? BUILT_VERSION : versionText(version, commit);
}
