/**
 * The smallest page that could show the album of the same link, a key and a slug: no framework, one script, absolutely
 * placed pictures near the view. It requests the albums to learn the id, as every page must, and leaves out the key's
 * check.
 */
export function windowedListPage(server: { origin: string; kioskKey: string }, slug: string): string {
  return `<!doctype html><html><body style="margin:0;background:#0a100e"><div id="grid" style="position:relative"></div><script>
const TILE = 240, GAP = 12, ROW = TILE + GAP, COLUMNS = 4, OVERSCAN = 2;
const grid = document.getElementById('grid');
const shown = new Map();
let photos = [];
function draw() {
  const first = Math.max(0, Math.floor(scrollY / ROW) - OVERSCAN) * COLUMNS;
  const last = Math.min(photos.length, (Math.ceil((scrollY + innerHeight) / ROW) + OVERSCAN) * COLUMNS);
  for (const [index, image] of shown) if (index < first || index >= last) { image.remove(); shown.delete(index); }
  for (let index = first; index < last; index += 1) {
    if (shown.has(index)) continue;
    const image = new Image(TILE, TILE);
    image.decoding = 'async';
    image.style.cssText = 'position:absolute;object-fit:cover;left:' + (index % COLUMNS) * ROW + 'px;top:' + Math.floor(index / COLUMNS) * ROW + 'px';
    image.src = ${JSON.stringify(server.origin)} + '/photos/' + photos[index].albumSlug + '/thumbnail/' + photos[index].filename;
    grid.append(image);
    shown.set(index, image);
  }
}
const ask = (path) => fetch(${JSON.stringify(server.origin)} + path, { headers: { 'X-API-Key': ${JSON.stringify(server.kioskKey)} } }).then((r) => r.json());
ask('/photos/albums').then((albums) => ask('/photos/albums/' + albums.find((album) => album.slug === ${JSON.stringify(slug)}).id + '/photos')).then((list) => {
  photos = list;
  grid.style.height = Math.ceil(photos.length / COLUMNS) * ROW + 'px';
  draw();
  addEventListener('scroll', draw, { passive: true });
});
</script></body></html>`;
}
