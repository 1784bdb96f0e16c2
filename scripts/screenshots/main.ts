// `npm run screenshots`: takes the pictures of README.md and of the two web app manifests from the demo, in a browser.
import { chromium } from '@playwright/test';
import { startDemo } from '../demo/startDemo.ts';
import { chromiumOptions } from '../run/chromium.ts';
import { takeManifestPictures } from './manifestPictures.ts';
import { takeReadmePictures } from './readmePictures.ts';

const demo = await startDemo(0);
await demo.filled;
const browser = await chromium.launch(chromiumOptions());
try {
  await takeReadmePictures(browser, demo);
  await takeManifestPictures(browser, demo);
} finally {
  await browser.close();
  await demo.stop();
}
