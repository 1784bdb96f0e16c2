import type { TabletReport } from '#contract/schemas/tablets.ts';
import { bytesText } from '../uploads/bytes.ts';

export interface TabletFact {
  name: 'app' | 'build' | 'offline' | 'storage' | 'screen' | 'battery';
  text: string;
  /** True for what a person should look after. */
  isNotable?: true;
}

const LOW_BATTERY = 0.2;

/**
 * The facts that a tablet reported about itself, in a few words each. `ownVersion` is the version of the page that
 * shows them.
 */
export function tabletFacts(report: TabletReport, ownVersion: string): TabletFact[] {
  const { version, failedBuild, offlineReady, storage, screen, battery } = report;
  const facts: TabletFact[] = [];
  if (offlineReady) facts.push({ name: 'offline', text: `Offline ready ${offlineReady.done}/${offlineReady.of}` });
  if (storage) facts.push({ name: 'storage', text: storageText(storage) });
  if (screen) facts.push({ name: 'screen', text: `${screen.width} × ${screen.height}` });
  if (battery) facts.push(batteryFact(battery));
  if (version !== undefined) {
    const differs = version !== ownVersion;
    const text = differs ? `App ${version}, not the same as here` : `App ${version}`;
    facts.push({ name: 'app', text, ...(differs ? { isNotable: true } : {}) });
  }
  if (failedBuild !== undefined) {
    facts.push({ name: 'build', text: `Went back from app ${failedBuild}, which did not start`, isNotable: true });
  }
  return facts;
}

function storageText({ usage, quota }: { usage: number; quota: number }): string {
  return quota > 0 ? `${bytesText(usage)} of ${bytesText(quota)} used` : `${bytesText(usage)} used`;
}

function batteryFact({ level, charging }: { level: number; charging: boolean }): TabletFact {
  const text = `Battery ${Math.round(level * 100)} %${charging ? ', charging' : ''}`;
  return { name: 'battery', text, ...(level <= LOW_BATTERY && !charging ? { isNotable: true } : {}) };
}
