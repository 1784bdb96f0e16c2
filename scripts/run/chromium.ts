import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { LaunchOptions } from '@playwright/test';

/** As root Chromium wants no sandbox; the rest keeps it from calling home. */
const ARGUMENTS = ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

/** Debian's Chromium where there is one; elsewhere Playwright's own. */
function systemChromium(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const candidates = folders.flatMap((folder) => [join(folder, 'chromium'), join(folder, 'chromium-browser')]);
  return process.env.CHROMIUM_PATH ?? candidates.find((path) => existsSync(path));
}

export function chromiumOptions(): LaunchOptions {
  const executablePath = systemChromium();
  return { ...(executablePath ? { executablePath } : {}), args: [...ARGUMENTS] };
}
