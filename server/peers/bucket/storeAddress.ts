/** The address of a bucket, and the prefix below which the library lies in it. */
export interface StoreAddress {
  bucket: string;
  /** Empty, or it ends with a slash. */
  prefix: string;
  /** Undefined for Amazon's own. */
  endpoint: string | undefined;
  region: string | undefined;
}

/** The store's name for people. */
export function nameOfStore({ bucket, prefix }: StoreAddress): string {
  return `s3://${bucket}/${prefix}`;
}

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const OPTIONS = ['endpoint', 'region'];

/** Reads `s3://bucket/prefix?endpoint=…&region=…`; undefined for anything else. */
export function parseStoreAddress(text: string): StoreAddress | undefined {
  if (!text.startsWith('s3://') || !URL.canParse(text)) return undefined;
  const { hostname, pathname, searchParams, username, password, port, hash } = new URL(text);
  const endpoint = searchParams.get('endpoint') ?? undefined;
  const isStrange = [username, password, port, hash].some(Boolean) || !BUCKET.test(hostname);
  if (isStrange || [...searchParams.keys()].some((name) => !OPTIONS.includes(name))) return undefined;
  if (endpoint !== undefined && !/^https?:\/\/[^/]/.test(endpoint)) return undefined;
  const prefix = decodeURIComponent(pathname).replace(/^\/+|\/+$/g, '');
  const region = searchParams.get('region') ?? undefined;
  return { bucket: hostname, prefix: prefix === '' ? '' : `${prefix}/`, endpoint, region };
}
