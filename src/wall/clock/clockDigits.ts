const DIGIT_WIDTH = 60;
/** The distance from the left edge of a numeral to that of the next. */
export const DIGIT_PITCH = 78;

/** The width of a row of numerals, without the gap behind the last. */
export function digitsWidth(digits: string): number {
  return digits.length * DIGIT_PITCH - (DIGIT_PITCH - DIGIT_WIDTH);
}

/** The clock's own numerals, drawn like the logo: lines with 45° corners. Box 60 × 100; CSS sets the stroke. */
export const DIGIT_PATHS = [
  'M18 5H42L55 18V82L42 95H18L5 82V18Z',
  'M18 19L32 5V95',
  'M5 22V18L18 5H42L55 18V38L5 88V95H55',
  'M5 18L18 5H42L55 18V37L43 49L55 61V82L42 95H18L5 82M26 49H43',
  'M44 95V5H40L5 60V71H55',
  'M53 5H8V45H42L55 58V82L42 95H18L5 82',
  'M46 5H18L5 18V82L18 95H42L55 82V60L42 47H5',
  'M5 5H55V20L24 51V95',
  'M18 49L7 38V16L18 5H42L53 16V38L42 49H18L5 62V82L18 95H42L55 82V62L42 49',
  'M14 95H42L55 82V18L42 5H18L5 18V40L18 53H55',
] as const;
