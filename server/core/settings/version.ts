import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUILT_VERSION_FILE } from '#contract/paths.ts';
import { isRecord, textOf } from '#domain/records.ts';

const PACKAGE_FILE = join(import.meta.dirname, '../../../package.json');

function versionOf(text: string): string {
  const content: unknown = JSON.parse(text);
  return isRecord(content) ? textOf(content, 'version') : '';
}

/** The version of this program, which package.json alone holds. */
export const VERSION = versionOf(readFileSync(PACKAGE_FILE, 'utf8'));

/** The commit from whose sources the app in a folder was built; undefined where the build was made without git. */
export function builtCommitIn(distDir: string): string | undefined {
  try {
    const built: unknown = JSON.parse(readFileSync(join(distDir, BUILT_VERSION_FILE), 'utf8'));
    return isRecord(built) ? textOf(built, 'commit') || undefined : undefined;
  } catch {
    return undefined;
  }
}
