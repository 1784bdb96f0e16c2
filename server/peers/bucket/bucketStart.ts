import { reasonOf, StartError, StoreError } from '#server/core/errors.ts';
import { nameOfStore } from './storeAddress.ts';
import type { Claim } from '#server/photos/store/photoStore.ts';
import type { S3Bucket } from './s3Bucket.ts';

/** An object with the id of the installation whose pictures are in the bucket. */
const MARKER = 'photos/installation';

/**
 * Throws a StartError unless the bucket can be read and written, and is either this installation's, or empty while no
 * pictures are expected.
 */
export async function claimBucket(
  bucket: S3Bucket,
  { id, isExpected }: Pick<Claim, 'id' | 'isExpected'>,
): Promise<void> {
  const isOwn = await requireOwnBucket(bucket, id);
  if (!isOwn && (await isExpected())) {
    throw new StartError(
      `S3_URL: ${nameOfStore(bucket.address)} holds no pictures, and the database lists some: bring them there with the command move`,
    );
  }
  // Written at each start, which shows whether the keys allow it.
  await saying(bucket, () => bucket.putText(MARKER, id));
}

/** Throws where another library's pictures are; returns whether this installation's are there. */
export async function requireOwnBucket(bucket: S3Bucket, id: string): Promise<boolean> {
  const found = await saying(bucket, () => bucket.bytesOf(MARKER));
  if (!found || found.toString() === id) return found !== undefined;
  throw new StartError(
    `S3_URL: ${nameOfStore(bucket.address)} holds the pictures of another library: name another prefix`,
  );
}

async function saying<Result>({ address }: S3Bucket, act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    const cause = error instanceof StoreError ? error.cause : error;
    throw new StartError(`S3_URL: ${bucketSentence(cause, address)}`);
  }
}

function bucketSentence(cause: unknown, { bucket, endpoint }: S3Bucket['address']): string {
  const store = endpoint ?? "Amazon's store";
  const name = cause instanceof Error ? cause.name : '';
  if (name === 'CredentialsProviderError')
    return 'the keys are missing: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY';
  if (name === 'NoSuchBucket') return `${store} has no bucket ${bucket}: create it first`;
  if (/^(?:AccessDenied|InvalidAccessKeyId|SignatureDoesNotMatch|.*Token.*)$/.test(name)) {
    return `${store} refuses the keys of AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY for the bucket ${bucket} (${name})`;
  }
  return `the bucket ${bucket} of ${store} cannot be used: ${reasonOf(cause)}`;
}
