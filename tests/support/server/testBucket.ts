import { randomUUID } from 'node:crypto';
import { parseStoreAddress, type StoreAddress } from '#server/core/settings/storeAddress.ts';

const { TEST_S3_URL: given = '' } = process.env;

/** Whether there is a real S3 server: `npm run test:store` starts one. */
export const HAS_BUCKET = given !== '';

/** An address as S3_URL takes it, with a prefix that nothing else uses. */
export function bucketUrl(): string {
  const url = new URL(given);
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${randomUUID()}`;
  return url.href;
}

export function bucketAddress(url: string = bucketUrl()): StoreAddress {
  const address = parseStoreAddress(url);
  if (!address) throw new Error(`TEST_S3_URL is no address of a bucket: ${given}`);
  return address;
}
