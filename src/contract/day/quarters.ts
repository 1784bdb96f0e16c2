// The last 24 hours of a device, in quarters of an hour.

export const MINUTES_PER_QUARTER = 15;
export const QUARTERS_PER_DAY = 96;

/** Replaces a quarter of an hour before the first sign of a device. */
export const NOT_KNOWN_YET = '-';

/**
 * The last 24 hours as 96 hexadecimal digits, one for each quarter of an hour, oldest first; a hyphen before the first
 * sign of the device. A digit is the number of minutes of its quarter in which the device sent something, or the server was
 * running. The last quarter is not over yet.
 */
export type DayInQuarters = string;
