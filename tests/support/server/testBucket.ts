import { randomUUID } from 'node:crypto';

const { TEST_S3_URL: given = '' } = process.env;

/** Whether there is a real S3 server: `npm run test:store` starts one. */
export const HAS_BUCKET = given !== '';

/** An address as S3_URL takes it, with a prefix that nothing else uses. */
export function bucketUrl(): string {
  const url = new URL(given);
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${randomUUID()}`;
  return url.href;
}
