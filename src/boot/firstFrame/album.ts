/**
 * The thumbnails that an album begins with: asked for and drawn at once, since most of what a slow tablet waits for is
 * the app's own start. Bar and tiles stand where KioskBar and PhotoGrid will put theirs.
 */
import type { Album, Photo } from '../../contract/entities.ts';
import { API_KEY_HEADER, API_PATHS, imagePath } from '../../contract/paths.ts';
import { findAlbum } from '../../domain/albums/albumTree.ts';
import { environment } from '../../environment.ts';
import { FIRST_ALBUM, FIRST_PICTURES } from './handover.ts';
import { GRID_GAP_PX, kioskColumns, tileSizeFor } from '../../ui/gridGeometry.ts';
import { crossOriginFor } from '../../ui/photoImage.ts';
import { runSettings } from './startApp.ts';

/** As api/http.ts asks, so that the app's own question finds the answer in the browser's cache. */
async function ask(path: string, apiKey: string): Promise<Response> {
  const headers = { [API_KEY_HEADER]: apiKey };
  const response = await fetch(environment().baseApiUrl + path, { headers, cache: 'no-cache' });
  if (!response.ok) throw new Error(response.statusText);
  return response;
}

/** No screen holds more of them at a time. */
const MOST_IN_SIGHT = 150;

/**
 * A list of thousands need not be parsed to its end for a screenful: a photo is flat, and neither its filename nor its
 * album's slug can hold a brace (server/photos/photoNames.ts, domain/slug.ts).
 */
function firstPhotos(list: string): Photo[] {
  let end = 0;
  for (let count = 0; count < MOST_IN_SIGHT; count += 1) {
    const next = list.indexOf('}', end) + 1;
    if (next === 0) break;
    end = next;
  }
  return end === 0 ? [] : JSON.parse(`${list.slice(0, end)}]`);
}

/** With albums above its photos, the tiles' place is for the screen to find out. */
async function photosOnly(slug: string, apiKey: string): Promise<{ name: string; photos: Photo[] } | undefined> {
  const albums: Album[] = await (await ask(API_PATHS.albums, apiKey)).json();
  const album = findAlbum(albums, slug);
  if (!album || album.childAlbums.length > 0) return undefined;
  const list = await ask(API_PATHS.albumPhotos(album.id), apiKey);
  return { name: album.name, photos: firstPhotos(await list.text()) };
}

function drawTiles(grid: HTMLElement, photos: readonly Photo[]): HTMLImageElement[] {
  const columns = kioskColumns(grid.clientWidth);
  const size = tileSizeFor(grid.clientWidth, columns);
  const pitch = size + GRID_GAP_PX;
  const rows = Math.ceil((window.innerHeight - grid.getBoundingClientRect().top) / pitch);
  return photos.slice(0, rows * columns).map((photo, index) => {
    const image = new Image(size, size);
    const src = environment().baseAssetUrl + imagePath(photo, 'thumbnail');
    const crossOrigin = crossOriginFor(src);
    if (crossOrigin) image.crossOrigin = crossOrigin;
    image.alt = '';
    image.src = src;
    image.style.left = `${(index % columns) * pitch}px`;
    image.style.top = `${Math.floor(index / columns) * pitch}px`;
    grid.append(image);
    return image;
  });
}

/** Gives the moment at which the thumbnails can be painted. */
export async function drawAlbum(frame: HTMLElement, slug: string, apiKey: string): Promise<void> {
  await runSettings();
  const album = await photosOnly(slug, apiKey);
  if (!album || album.photos.length === 0 || !frame.isConnected) return;
  frame.innerHTML =
    '<header class="kiosk-bar"><button class="kiosk-back" tabindex="-1">&lt; Back</button>' +
    '<h1 class="kiosk-title"></h1></header><main class="kiosk-content"><div class="first-grid"></div></main>';
  const [title, grid] = [frame.querySelector('h1'), frame.querySelector<HTMLElement>('.first-grid')];
  if (!title || !grid) return;
  title.textContent = album.name;
  document.documentElement.classList.add(FIRST_PICTURES, FIRST_ALBUM);
  await Promise.all(drawTiles(grid, album.photos).map((image) => image.decode()));
}
