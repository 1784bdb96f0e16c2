import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { readSettings, type Settings } from '#server/core/settings/settings.ts';
import { openLibrary } from '#server/openLibrary.ts';
import { copyForTrial } from '#server/update/updateCommand.ts';
import { copyTemplateInto } from '#support/server/databaseTemplate.ts';

test('the copy for a trial is closed before the library itself, and before anybody uses it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'circuit-tree-trial-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await copyTemplateInto(folder);
  const settings: Settings = { ...readSettings({}), dataDir: folder };
  const steps: string[] = [];
  const noted = async (place: Settings) => {
    const core = await openLibrary(place);
    const { close } = core;
    const closeAndNote = async () => {
      steps.push(`closes ${place.dataDir}`);
      await nextTurn();
      await close();
      steps.push(`has closed ${place.dataDir}`);
    };
    return Object.assign(core, { close: closeAndNote });
  };
  const trial = join(folder, 'trial');
  const { key, image } = await copyForTrial({ settings, openLibrary: noted }, trial);
  expect(steps).toEqual([trial, folder].flatMap((place) => [`closes ${place}`, `has closed ${place}`]));
  expect([key.length > 0, image]).toEqual([true, null]);
});
