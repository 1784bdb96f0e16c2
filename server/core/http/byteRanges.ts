import type { IncomingHttpHeaders } from 'node:http';

/** The part of a file that a request asks for; `unsatisfiable` lies behind its end. */
export type RequestedRange = { first: number; last: number } | 'whole' | 'unsatisfiable';

const ONE_RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/;

/**
 * Reads the header `Range` of a request for a file. Several ranges, and a part of another version of the file, are
 * answered with all of it, as the standard allows.
 */
export function requestedRange(
  { range, 'if-range': ifRange }: IncomingHttpHeaders,
  { bytes, etag }: { bytes: number; etag: string },
): RequestedRange {
  const [, first = '', last = ''] = ONE_RANGE.exec(range ?? '') ?? [];
  if (first === '' && last === '') return 'whole';
  if (ifRange !== undefined && ifRange !== etag) return 'whole';
  // Without a first byte the number is the length of the file's end.
  if (first === '') return Number(last) === 0 ? 'unsatisfiable' : fromTo(Math.max(0, bytes - Number(last)), bytes);
  if (last !== '' && Number(last) < Number(first)) return 'whole';
  return Number(first) >= bytes
    ? 'unsatisfiable'
    : fromTo(Number(first), last === '' ? bytes : Number(last) + 1, bytes);
}

function fromTo(first: number, end: number, bytes = end): RequestedRange {
  return { first, last: Math.min(end, bytes) - 1 };
}
