/** A 2017 iPad and an Android tablet of the same age; compiling for them makes the first load 0.7 kB larger. */
export const OLDEST_BROWSERS = ['safari15.4', 'ios15.4', 'chrome100'];
