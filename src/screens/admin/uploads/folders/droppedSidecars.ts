import { folderKey } from '#domain/uploads/folderAlbums.ts';
import { readSidecar, type SidecarContent, isSidecar, sidecarsIn } from '#domain/takeout/sidecars.ts';
import { noteAbout } from '#src/uploads/aboutFiles.ts';
import type { UploadFile } from '../stored/newDrop.ts';

/**
 * The pictures of a drop, without Google's sidecars: what these tell goes with the pictures, names of albums replace
 * those of their folders, and what was in the trash there is left out.
 */
export async function withSidecars(files: readonly UploadFile[]): Promise<UploadFile[]> {
  if (!files.some(({ file }) => isSidecar(file.name))) return [...files];
  const titles = new Map<string, string>();
  const found: UploadFile[] = [];
  const folders = new Map<string, UploadFile[]>();
  for (const file of files) {
    const key = folderKey(file.path);
    folders.set(key, [...(folders.get(key) ?? []), file]);
  }
  for (const [key, inFolder] of folders) {
    const { pictures, title } = await picturesOf(inFolder);
    found.push(...pictures);
    if (title !== undefined) titles.set(key, title);
  }
  return titles.size === 0 ? found : found.map((file) => Object.assign({}, file, { albums: albumsOf(file, titles) }));
}

function albumsOf({ path }: UploadFile, titles: ReadonlyMap<string, string>): string[] {
  return path.map((name, depth) => titles.get(folderKey(path.slice(0, depth + 1))) ?? name);
}

async function picturesOf(
  files: readonly UploadFile[],
): Promise<{ pictures: UploadFile[]; title: string | undefined }> {
  const byPicture = sidecarsIn(files.map(({ file }) => file.name));
  const contents = new Map<string, SidecarContent>();
  for (const { file } of files) {
    if (isSidecar(file.name)) contents.set(file.name, readSidecar(await file.text().catch(() => '')));
  }
  const pictures = files.filter(({ file }) => {
    if (isSidecar(file.name)) return isUnread(contents.get(file.name));
    const about = contents.get(byPicture.get(file.name) ?? '')?.about;
    if (about) noteAbout(file, about);
    return !about?.isTrashed;
  });
  return { pictures, title: [...contents.values()].find(({ albumTitle }) => albumTitle !== undefined)?.albumTitle };
}

function isUnread({ about, albumTitle }: SidecarContent = {}): boolean {
  return about === undefined && albumTitle === undefined;
}
