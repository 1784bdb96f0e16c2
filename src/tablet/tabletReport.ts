import type { Photo } from '#contract/schemas/photos.ts';
import type { TabletReport } from '#contract/schemas/tablets.ts';
import { VERSION_LABEL } from '../environment.ts';
import { rolledBackBuild } from '../offline/rolledBackBuild.ts';
import { cachedOnScreen } from '../offline/keeper.ts';
import { pausedOnScreen } from './slideshowControl.ts';

interface Battery {
  level: number;
  charging: boolean;
}

declare global {
  interface Navigator {
    /** Told by Chromium alone. */
    getBattery?: () => Promise<Battery>;
  }
}

/** The report of this tablet: it contains nothing about its users, and nothing of its key. */
export async function tabletReport(photo: Photo | undefined): Promise<TabletReport> {
  const progress = cachedOnScreen.get();
  const failedBuild = await rolledBackBuild();
  return {
    path: window.location.pathname,
    version: VERSION_LABEL,
    zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    screen: { width: Math.round(window.screen.width), height: Math.round(window.screen.height) },
    ...(photo ? { photo: { filename: photo.filename, albumSlug: photo.albumSlug } } : {}),
    ...(pausedOnScreen.get() ? { paused: true } : {}),
    ...(progress ? { offlineReady: { done: progress.ready, of: progress.total } } : {}),
    ...(failedBuild === undefined ? {} : { failedBuild }),
    ...(await storage().catch(() => ({}))),
    ...(await battery().catch(() => ({}))),
  };
}

async function storage(): Promise<Pick<TabletReport, 'storage'>> {
  const { usage = 0, quota = 0 } = await navigator.storage.estimate();
  return { storage: { usage: Math.round(usage), quota: Math.round(quota) } };
}

async function battery(): Promise<Pick<TabletReport, 'battery'>> {
  const found = await navigator.getBattery?.();
  return found ? { battery: { level: found.level, charging: found.charging } } : {};
}
