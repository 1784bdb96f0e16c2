import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { LaunchOptions } from '@playwright/test';

/** Chromium needs `--no-sandbox` to run as root; the other flags keep it from contacting Google in the background. */
const ARGUMENTS = ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

function onPath(names: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find((path) => existsSync(path));
}

function launchOf(executablePath: string | undefined): LaunchOptions {
  return { ...(executablePath ? { executablePath } : {}), args: [...ARGUMENTS] };
}

/** The Chromium that is installed on the machine; when there is none, Playwright uses its own. */
export function chromiumOptions(): LaunchOptions {
  return launchOf(process.env.CHROMIUM_PATH ?? onPath(['chromium', 'chromium-browser']));
}

/**
 * Chromium without windows, as Debian and Playwright ship it: the same engine for a third less of the processor's time.
 * It has neither a camera nor a screen to keep on.
 */
export function headlessShellOptions(): LaunchOptions {
  return launchOf(process.env.CHROMIUM_PATH ?? onPath(['chromium-headless-shell', 'chromium', 'chromium-browser']));
}
