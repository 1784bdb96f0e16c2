import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord, textOf } from '#domain/records.ts';

const PACKAGE_FILE = join(import.meta.dirname, '../../package.json');

function versionOf(text: string): string {
  const content: unknown = JSON.parse(text);
  return isRecord(content) ? textOf(content, 'version') : '';
}

/** The version of this program, which package.json alone holds. */
export const VERSION = versionOf(readFileSync(PACKAGE_FILE, 'utf8'));
