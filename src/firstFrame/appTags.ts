/** The id of the template in which scripts/build/inlineFirstFrame.ts keeps the tags of the app's own scripts. */
export const APP_TAGS = 'app-tags';
