import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { LICENCES_FILE } from '#contract/admin/adminPaths.ts';
import { isRecord, textOf } from '#domain/records.ts';

const NODE_MODULES = join(import.meta.dirname, '../../node_modules');
/** The folder of the package that a module belongs to. */
const FOLDER = /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//;
/** Code that the build tools themselves put into the bundles. */
const OF_TOOLS = /^\0(vite|rolldown)\//;
const LICENCE_FILE = /^(?:un)?licen[cs]e(?:[.-]|$)|^copying/i;
/** Vite's own licence is followed by those of packages that only its command line runs. */
const OF_OTHERS = /^# Licenses of bundled dependencies/m;
const LINE = '-'.repeat(78);

const HEAD = `Software of others that is in the files that Circuit Tree sends to browsers: the app, its service worker and the
page for old tablets. The packages that only the server runs are in node_modules, each with its licence.`;

/** The modules of all bundles in one run of the build. */
const folders = new Set<string>();

/** Notes a package whose files are copied into dist as they are. */
export function noteCopied(folder: string): void {
  folders.add(folder);
}

/** Notes the packages whose code is in a bundle. It belongs into each build that makes one, and changes nothing. */
export function noteBundled(): Plugin {
  return {
    name: 'circuit-tree:note-bundled',
    apply: 'build',
    generateBundle(_options, bundle) {
      for (const output of Object.values(bundle)) {
        if (output.type !== 'chunk') continue;
        for (const [id, { renderedLength }] of Object.entries(output.modules)) {
          const folder = folderOf(id);
          if (folder !== undefined && renderedLength > 0) folders.add(folder);
        }
      }
    },
  };
}

function folderOf(id: string): string | undefined {
  const [, tool] = OF_TOOLS.exec(id) ?? [];
  return tool === undefined ? FOLDER.exec(id)?.[1] : join(NODE_MODULES, tool);
}

/** Writes the licences of all that was noted into a file of dist, after the service worker is built too. */
export function licences(): Plugin {
  let outDir = 'dist';
  return {
    name: 'circuit-tree:licences',
    apply: 'build',
    enforce: 'post',
    configResolved: (config) => {
      outDir = config.build.outDir;
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      handler: () => writeFile(join(outDir, LICENCES_FILE), notices([...folders])),
    },
  };
}

function notices(found: readonly string[]): string {
  const parts = new Map(
    found.map(noticeOf).map(({ title, text }) => [title, `${LINE}\n${title}\n${LINE}\n\n${text}\n`]),
  );
  const sorted = [...parts].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, part]) => part);
  return [HEAD, ...sorted].join('\n\n');
}

function noticeOf(folder: string): { title: string; text: string } {
  const about: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  if (!isRecord(about)) throw new Error(`${folder} has no package.json`);
  const title = `${textOf(about, 'name')} ${textOf(about, 'version')} (${textOf(about, 'license')})`;
  const named = `${authorOf(about)}. The package names its licence, and comes without the text.`;
  return { title, text: licenceText(folder) ?? named };
}

function licenceText(folder: string): string | undefined {
  const file = existsSync(folder) ? readdirSync(folder).find((name) => LICENCE_FILE.test(name)) : undefined;
  if (file === undefined) return undefined;
  const [own = ''] = readFileSync(join(folder, file), 'utf8').split(OF_OTHERS);
  return own.replaceAll('\r\n', '\n').trim();
}

function authorOf({ author, contributors }: Record<string, unknown>): string {
  const first: unknown = [author, contributors].flat().find((one) => one !== undefined);
  if (isRecord(first)) return `Copyright (c) ${textOf(first, 'name')}`;
  return `Copyright (c) ${typeof first === 'string' ? first : 'its authors'}`;
}
