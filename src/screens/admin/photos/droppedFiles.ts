/** Files that operating systems put into folders. */
const SYSTEM_FILE = /^(\..*|thumbs\.db|desktop\.ini)$/i;

/** The dropped files, and those inside dropped folders. Throws when one of them cannot be read. */
export async function droppedFiles(transfer: DataTransfer): Promise<File[]> {
  // The browser empties both lists when the event handler returns, so they are read before the first await.
  const entries = Array.from(transfer.items, (item) => item.webkitGetAsEntry());
  const plain = [...transfer.files];
  if (!entries.some((entry) => entry?.isDirectory)) return plain;
  const found = await Promise.all(entries.flatMap((entry) => (entry ? filesOf(entry) : [])));
  return found.flat();
}

async function filesOf(entry: FileSystemEntry): Promise<File[]> {
  if (isFile(entry)) {
    if (SYSTEM_FILE.test(entry.name)) return [];
    return [await new Promise<File>((resolve, reject) => entry.file(resolve, reject))];
  }
  if (!isFolder(entry)) return [];
  const children = await allChildren(entry.createReader());
  const found = await Promise.all(children.sort(byName).map(filesOf));
  return found.flat();
}

/** readEntries() returns a folder's entries in portions of at most 100, and an empty portion at the end. */
async function allChildren(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  const all: FileSystemEntry[] = [];
  for (;;) {
    const portion = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (portion.length === 0) return all;
    all.push(...portion);
  }
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

function byName(a: FileSystemEntry, b: FileSystemEntry): number {
  return a.name.localeCompare(b.name, undefined, { numeric: true });
}
