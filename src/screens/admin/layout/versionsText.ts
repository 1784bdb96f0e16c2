import { environment, VERSION_LABEL } from '#src/environment.ts';

/** The version of the server, and the build of this page, which may be older if the page was open for long. */
export function versionsText(): string {
  const { version } = environment();
  const app = `App of ${VERSION_LABEL}`;
  return version === undefined ? app : `Circuit Tree ${version} · ${app}`;
}
