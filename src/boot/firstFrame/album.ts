/**
 * Requests and draws the first thumbnails of an album before the app is started, because on a slow tablet the app's
 * start takes most of the waiting time. The bar and the tiles are where KioskBar and PhotoGrid will put theirs.
 */
import type { Album, Photo } from '../../contract/entities.ts';
import { API_KEY_HEADER, API_PATHS, imagePath } from '../../contract/paths.ts';
import { findAlbum } from '../../domain/albums/albumTree.ts';
import { minThumbnailPx } from '../../domain/albums/thumbnailWidth.ts';
import { environment } from '../../environment.ts';
import { columnsThatFit, GRID_GAP_PX, tileSizeFor } from '../../ui/photoGrid/gridGeometry.ts';
import { crossOriginFor } from '../../ui/photoGrid/photoImage.ts';
import { FIRST_ALBUM, FIRST_PICTURES } from '../../device/firstFrame.ts';
import { runSettings } from './startApp.ts';

/** The same request as in api/http.ts, so that the app then finds the response in the browser's cache. */
async function request(path: string, apiKey: string): Promise<Response> {
  const headers = { [API_KEY_HEADER]: apiKey };
  const response = await fetch(environment().baseApiUrl + path, { headers, cache: 'no-cache' });
  if (!response.ok) throw new Error(response.statusText);
  return response;
}

/** No screen is large enough to show more thumbnails at once. */
const MOST_IN_SIGHT = 150;

/**
 * Parses only the first photos of a list that may have thousands. Each closing brace ends a photo, because a photo is a
 * flat object and the server allows no brace in a filename or a slug.
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

/** Undefined for an album with sub-albums: the tiles are below their cards, whose height is not known yet. */
async function photosOnly(slug: string, apiKey: string): Promise<{ name: string; photos: Photo[] } | undefined> {
  const albums: Album[] = await (await request(API_PATHS.albums, apiKey)).json();
  const album = findAlbum(albums, slug);
  if (!album || album.childAlbums.length > 0) return undefined;
  const list = await request(API_PATHS.albumPhotos(album.id), apiKey);
  return { name: album.name, photos: firstPhotos(await list.text()) };
}

function drawTiles(grid: HTMLElement, photos: readonly Photo[]): HTMLImageElement[] {
  const { clientWidth } = grid;
  const columns = columnsThatFit(clientWidth, minThumbnailPx(clientWidth));
  const size = tileSizeFor(clientWidth, columns);
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

/** Resolves when the thumbnails can be painted. */
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
