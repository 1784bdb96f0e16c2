/** A 2017 iPad and an Android tablet of the same age (STACK, PWA). */
export const OLDEST_BROWSERS = ['safari15.4', 'ios15.4', 'chrome100'];
