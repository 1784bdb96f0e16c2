const SINGLE_RANGE = /^bytes=(\d*)-(\d*)$/;

interface ByteRange {
  first: number;
  last: number;
}

/** The bytes that a `Range` header names; 'whole' for none or several, 'outside' for those after the end. */
export function byteRange(header: string | null, size: number): ByteRange | 'whole' | 'outside' {
  const [match, from = '', to = ''] = SINGLE_RANGE.exec(header?.trim() ?? '') ?? [];
  if (match === undefined || (from === '' && to === '')) return 'whole';
  // Without a first byte, the number of bytes at the end.
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  return first > last ? 'outside' : { first, last };
}

/** The response to a request for a file or a part of it, from the whole file. Players ask for parts only. */
export function partOf(file: Blob, range: string | null, contentType: string): Response {
  const headers = { 'Content-Type': contentType, 'Accept-Ranges': 'bytes' };
  const wanted = byteRange(range, file.size);
  if (wanted === 'outside') {
    return new Response(null, { status: 416, headers: { ...headers, 'Content-Range': `bytes */${file.size}` } });
  }
  if (wanted === 'whole') return new Response(file, { headers: { ...headers, 'Content-Length': String(file.size) } });
  const { first, last } = wanted;
  return new Response(file.slice(first, last + 1), {
    status: 206,
    headers: {
      ...headers,
      'Content-Length': String(last - first + 1),
      'Content-Range': `bytes ${first}-${last}/${file.size}`,
    },
  });
}
