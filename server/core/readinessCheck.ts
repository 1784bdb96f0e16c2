import type { ReadinessCode } from '#contract/server/schemas.ts';

/** A reason why the server cannot do all its work. */
export interface Finding {
  code: ReadinessCode;
  /** Only the operator sees this: it may name folders. */
  detail: string;
}

export interface ReadinessCheck {
  /** The finding for a check that throws, or does not end in time. */
  code: ReadinessCode;
  find: () => Promise<Finding | undefined>;
  /** True when a late result is no problem: until it comes, the previous result counts. */
  mayBeLate?: boolean;
}
