import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FolderAdapter } from '#server/sources/folder/folderAdapter.ts';
import type { SourceItem } from '#server/sources/sourceAdapter.ts';

// Somebody who may write to a followed folder replaces a file or folder in it between its listing and its reading.

let root: string;
let outside: string;
let adapter: FolderAdapter;
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'circuit-tree-replaced-')));
  outside = join(root, 'outside');
  for (const [name, content] of [
    ['nas/a/b/1.jpg', 'picture'],
    ['nas/a/b/1.jpg.json', about('Here')],
    ['outside/1.jpg', 'secret'],
    ['outside/1.jpg.json', about('Secret')],
    ['outside/more.jpg', 'secret'],
    ['outside/b/1.jpg', 'secret'],
    ['outside/b/1.jpg.json', about('Secret')],
  ] as const) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), content);
  }
  adapter = new FolderAdapter(join(root, 'nas'), { withMarks: true });
});
afterEach(() => rm(root, { recursive: true, force: true }));

function about(description: string): string {
  return JSON.stringify({ title: '1.jpg', description, imageViews: '1' });
}

async function listed(): Promise<SourceItem> {
  const { items } = await adapter.list();
  expect(items.map(({ key }) => key)).toEqual(['a/b/1.jpg']);
  return items[0]!;
}

/** Its bytes and its caption, as somebody who imports it reads them. */
async function read(item: SourceItem) {
  const { file, about: facts, release } = await adapter.read(item);
  const content = (await buffer(file.createReadStream({ start: 0, autoClose: false }))).toString();
  await release();
  return { content, caption: facts?.caption };
}

const picture = () => join(root, 'nas/a/b/1.jpg');

test.each<[string, () => Promise<unknown>]>([
  ['a link to a file', () => replace(picture(), () => symlink(join(outside, '1.jpg'), picture()))],
  ['a link to a file of its name in capitals', () => replace(picture(), () => linkToCapitals())],
  ['a link to a folder', () => replace(picture(), () => symlink(outside, picture()))],
  ['a folder', () => replace(picture(), () => mkdir(picture()))],
  ['a pipe that nobody writes to', () => replace(picture(), async () => makePipe(picture()))],
  ['another file below a link, its folder', () => replaceFolder('nas/a/b', outside)],
  ['another file below a link, a folder further up', () => replaceFolder('nas/a', outside)],
])('a file that became %s is not read', async (_what, change) => {
  const item = await listed();
  await change();
  await expect(read(item)).rejects.toThrow(/was moved, or replaced by a link, while it was read: it is not taken/);
});

test('a sidecar that became a link or a pipe tells nothing', async () => {
  const sidecar = `${picture()}.json`;
  expect(await read(await listed())).toEqual({ content: 'picture', caption: 'Here' });
  for (const make of [() => symlink(join(outside, '1.jpg.json'), sidecar), async () => makePipe(sidecar)]) {
    const item = await listed();
    await replace(sidecar, make);
    expect(await read(item)).toEqual({ content: 'picture', caption: undefined });
    await replace(sidecar, () => writeFile(sidecar, about('Here')));
  }
});

test('a folder that became a link is not listed, and nor is a link', async () => {
  const item = await listed();
  await replaceFolder('nas/a', outside);
  expect((await adapter.list()).items).toEqual([]);
  expect(adapter.links).toBe(1);
  await expect(read(item)).rejects.toThrow();
  // The root itself, after somebody checked where it leads.
  await replaceFolder('nas', outside);
  const { items, isWhole, unreadable } = await adapter.list();
  expect({ items, isWhole, unreadable }).toEqual({
    items: [],
    isWhole: false,
    unreadable: [`${join(root, 'nas')}: it leads elsewhere now`],
  });
});

async function linkToCapitals(): Promise<void> {
  const capitals = picture().replace('jpg', 'JPG');
  await writeFile(capitals, 'secret');
  await symlink(capitals, picture());
}

function makePipe(path: string): void {
  execFileSync('mkfifo', [path]);
}

async function replace(path: string, make: () => Promise<unknown>): Promise<void> {
  await rm(path, { recursive: true });
  await make();
}

async function replaceFolder(name: string, target: string): Promise<void> {
  await rename(join(root, name), join(root, 'moved'));
  await symlink(target, join(root, name));
  await rm(join(root, 'moved'), { recursive: true });
}
