/**
 * The oldest browsers that the app supports, those of a 2017 iPad and of an Android tablet of the same age. Compiling
 * for them instead of Vite's default targets makes the first load 0.7 kB larger.
 */
export const OLDEST_BROWSERS = ['safari15.4', 'ios15.4', 'chrome100'];
