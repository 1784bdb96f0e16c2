import type { Album, AlbumOutline, Photo } from '#contract/photos/schemas.ts';
import { API_KEY_HEADER, API_PATHS, imagePath, ENVIRONMENT_SCRIPT } from '#contract/paths.ts';
import { findAlbum } from '#domain/albums/albumTree.ts';
import { isLongAlbum, titledSections, type TitledSection, ownTimeZone } from '#domain/albums/longAlbums.ts';
import { minThumbnailPx } from '#domain/albums/thumbnailWidth.ts';
import { cutPosition } from '#domain/photoFocus.ts';
import { environment } from '../../environment.ts';
import { columnsThatFit, GRID_GAP_PX, HEADING_PX, rowsOf, tileSizeFor } from '#src/shared/ui/photoGrid/gridGeometry.ts';
import { crossOriginFor } from '#src/shared/ui/photoGrid/photoImage.ts';
import { FIRST_ALBUM, FIRST_PICTURES, removeFirstFrame } from '#src/shared/device/firstFrame.ts';
import { appTags } from '../entryScript.ts';

/**
 * Requests and draws the first thumbnails of an album before the app is started, because on a slow tablet the app's
 * start takes most of the waiting time. The bar and the tiles are where KioskBar and PhotoGrid will put theirs.
 */

/** The same request as in api/http.ts, so that the app then finds the response in the browser's cache. */
async function request(path: string, apiKey: string): Promise<Response> {
  const headers = { [API_KEY_HEADER]: apiKey };
  const response = await fetch(environment().baseApiUrl + path, { headers, cache: 'no-cache' });
  if (!response.ok) throw new Error(response.statusText);
  return response;
}

interface AlbumStart {
  name: string;
  photos: Photo[];
  sections: readonly TitledSection[];
}

/** Undefined for an album with sub-albums: the tiles are below their cards, whose height is not known yet. */
async function photosOnly(slug: string, apiKey: string): Promise<AlbumStart | undefined> {
  const albums: Album[] = await (await request(API_PATHS.albums, apiKey)).json();
  const album = findAlbum(albums, slug);
  if (!album || album.childAlbums.length > 0) return undefined;
  const { id, name } = album;
  if (isLongAlbum(album)) {
    const timeZone = encodeURIComponent(ownTimeZone());
    const response = await request(`${API_PATHS.albumOutline(id)}?timeZone=${timeZone}`, apiKey);
    const { photos, months }: AlbumOutline = await response.json();
    return { name, photos, sections: titledSections(months) };
  }
  const photos: Photo[] = await (await request(API_PATHS.albumPhotos(id), apiKey)).json();
  return { name, photos, sections: [] };
}

function drawHeading(grid: HTMLElement, title: string, top: number): void {
  const heading = document.createElement('h2');
  heading.className = 'first-heading';
  heading.textContent = title;
  heading.style.top = `${top}px`;
  grid.append(heading);
}

function load(image: HTMLImageElement, src: string): void {
  const crossOrigin = crossOriginFor(src);
  if (crossOrigin) image.crossOrigin = crossOrigin;
  image.alt = '';
  image.src = src;
}

function drawTile(grid: HTMLElement, photo: Photo, place: { size: number; left: number; top: number }) {
  const image = new Image(place.size, place.size);
  load(image, environment().baseAssetUrl + imagePath(photo, 'thumbnail'));
  image.style.cssText = `left: ${place.left}px; top: ${place.top}px; object-position: ${cutPosition(photo, 1)}`;
  grid.append(image);
  return image;
}

function drawTiles(grid: HTMLElement, { photos, sections }: AlbumStart): HTMLImageElement[] {
  const { clientWidth } = grid;
  const columns = columnsThatFit(clientWidth, minThumbnailPx(clientWidth));
  const size = tileSizeFor(clientWidth, columns);
  const pitch = size + GRID_GAP_PX;
  const height = window.innerHeight - grid.getBoundingClientRect().top;
  const counts = sections.length > 0 ? sections.map(({ count }) => count) : [photos.length];
  const images: HTMLImageElement[] = [];
  let top = 0;
  for (const { first, count, section = -1 } of rowsOf(counts, columns, Math.ceil(height / pitch))) {
    if (top >= height) break;
    const title = sections[section]?.title;
    if (title !== undefined) {
      drawHeading(grid, title, top);
      top += HEADING_PX;
    }
    for (const [at, photo] of photos.slice(first, first + count).entries()) {
      images.push(drawTile(grid, photo, { size, left: at * pitch, top }));
    }
    top += pitch;
  }
  return images;
}

/** Resolves when the thumbnails can be painted. */
export async function drawAlbum(frame: HTMLElement, slug: string, apiKey: string): Promise<void> {
  await runSettings();
  const album = await photosOnly(slug, apiKey);
  if (!album || album.photos.length === 0 || !frame.isConnected) return;
  frame.innerHTML =
    '<header class="kiosk-bar"><button class="kiosk-back" tabindex="-1">&lt; Back</button>' +
    '<h1 class="kiosk-title" dir="auto"></h1></header><main class="kiosk-content"><div class="first-grid"></div></main>';
  const [title, grid] = [frame.querySelector('h1'), frame.querySelector<HTMLElement>('.first-grid')];
  if (!title || !grid) return;
  title.textContent = album.name;
  document.documentElement.classList.add(FIRST_PICTURES, FIRST_ALBUM);
  await Promise.all(drawTiles(grid, album).map((image) => image.decode()));
}

/** Resolves when the photo can be painted. */
export function drawPhoto(frame: HTMLElement, url: string): Promise<void> {
  const photo = new Image();
  photo.fetchPriority = 'high';
  load(photo, url);
  photo.addEventListener('error', removeFirstFrame);
  frame.addEventListener('click', removeFirstFrame);
  frame.append(photo);
  document.documentElement.classList.add(FIRST_PICTURES);
  return photo.decode();
}

/** Runs the script with the settings before the app, because the settings contain the address of the API. */
function runSettings(): Promise<void> {
  const tag = appTags()?.content.querySelector<HTMLScriptElement>(`script[src="${ENVIRONMENT_SCRIPT}"]`);
  if (!tag) return Promise.resolve();
  tag.remove();
  const script = document.importNode(tag);
  // Scripts that are inserted later run only after this one, however long it takes to load.
  script.async = false;
  return new Promise((resolve) => {
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => resolve());
    document.head.append(script);
  });
}
