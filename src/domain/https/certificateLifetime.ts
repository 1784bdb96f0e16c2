// The lifetime of the home's authority and its certificates. Times are milliseconds since 1970.

export interface Period {
  from: number;
  until: number;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const AUTHORITY_DAYS = 3_652;
/** Below the 398 days that browsers allow for public authorities, and Apple's 825 for one that a person added. */
const CERTIFICATE_DAYS = 397;
const RENEWED_BEFORE_END_DAYS = 30;
/** A tablet's clock may be slow: it would reject a certificate from the future. */
const BEGUN_BEFORE_MS = DAY_MS;

export function authorityPeriod(now: number): Period {
  return periodOf(now, AUTHORITY_DAYS);
}

/** A certificate never outlives its authority. */
export function certificatePeriod(now: number, authority: Pick<Period, 'until'>): Period {
  const { from, until } = periodOf(now, CERTIFICATE_DAYS);
  return { from, until: Math.min(until, authority.until) };
}

/** Also true when it is not valid yet: it was then made while the machine's clock was ahead. */
export function isCertificateDue({ from, until }: Period, now: number): boolean {
  return now < from || isEnding(until, now);
}

/**
 * Whether a new authority must replace the present one, which every device then has to learn. A clock before the
 * authority's beginning is no reason: a machine without a battery for its clock starts in the past.
 */
export function isAuthorityDue({ until }: Pick<Period, 'until'>, now: number): boolean {
  return isEnding(until, now);
}

function periodOf(now: number, days: number): Period {
  const from = now - BEGUN_BEFORE_MS;
  return { from, until: from + days * DAY_MS };
}

function isEnding(until: number, now: number): boolean {
  return now >= until - RENEWED_BEFORE_END_DAYS * DAY_MS;
}
