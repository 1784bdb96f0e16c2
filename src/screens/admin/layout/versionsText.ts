import { environment, VERSION_LABEL } from '#src/environment.ts';

/** The version of the server, and the build of this page: a page that was open for long may be of an older one. */
export function versionsText(): string {
  const { version } = environment();
  const app = `App of ${VERSION_LABEL}`;
  return version === undefined ? app : `Circuit Tree ${version} · ${app}`;
}
