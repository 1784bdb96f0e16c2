import type { PagePath } from '#contract/pages.ts';
import type { Settings } from '#server/core/settings/settings.ts';

export interface PageSettings extends Pick<Settings, 'appleClientId' | 'baseApiUrl' | 'baseAssetUrl' | 'socketUrl'> {
  /** The origin under the server's name, which a page at its bare address tries to reach. */
  namedOrigin?: () => string | undefined;
}

/** The content security policy of a response: the sources that it allows, by directive. */
export type Policy = Record<string, string[]>;

/** A page of the build beside the app's own, with an address and a policy of its own. */
interface ShellPage {
  path: string;
  /** In the build; it has no other address. */
  file: string;
  policy: (settings: PageSettings) => Policy;
}

/** A folder of the build whose name changes with its files, so that browsers may cache them for ever. */
interface ShellFolder {
  /** Begins and ends with a slash. */
  path: string;
  policy: (settings: PageSettings) => Policy;
}

/** The part of a subject in the built app that the server sends. */
export interface ShellPart {
  page?: ShellPage;
  folder?: ShellFolder;
  /** The sources that one page of the app may use beyond those of every page. */
  allows?: { path: PagePath; policy: Policy };
}
