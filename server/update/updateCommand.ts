import { isoTime } from '#domain/clock/isoTime.ts';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Count, endedTexts, listOf } from '#domain/library/endedRights.ts';
import { imagePath } from '#contract/paths.ts';
import { dayText } from '#domain/clock/when.ts';
import { DATABASE_FILE } from '#server/core/db/dataFolder.ts';
import { hasDatabase } from '#server/core/db/installation.ts';
import { keys } from '#server/keys/index.ts';
import { photos } from '#server/photos/index.ts';
import { StartError, UserError } from '#server/core/errors.ts';
import { makeDurableFolder } from '#server/core/files/durableFiles.ts';
import type { Core } from '#server/core/core.ts';
import type { Settings } from '#server/core/settings/settings.ts';
import { Checkout } from './checkout.ts';
import { goBack, lostByGoingBack } from './updateFile.ts';
import { update, wantedRelease } from './update.ts';
import { changesOf } from './updateSteps.ts';
import { type Answer, type Command, EXIT, type SettingsContext, UsageError } from '#server/core/commands/command.ts';

const CHECKOUT = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
const UNFIT = 409;

export const UPDATE_COMMAND: Command = {
  group: 'Service',
  name: 'update',
  does: 'goes over to a newer version, or back',
  words: 0,
  options: {
    to: { value: 'vX.Y.Z', does: 'another release than the newest' },
    commit: { value: 'HASH', does: 'with --to: only if it is this commit, as fetched before' },
    check: { does: 'only says which there is, and what it brings' },
    back: { does: 'says what going back to the version before loses' },
    yes: { does: 'with --back: goes back' },
  },
  fails: 'there is none, or it did not hold: the version before goes on',
  prepare: ({ flags: { to, commit, check, back, yes } }) => {
    if (back === true && (to !== undefined || check === true)) throw new UsageError('--back is not for a release');
    if (yes === true && back !== true) throw new UsageError('--yes is for --back');
    if (commit !== undefined && to === undefined) throw new UsageError('--commit is for --to');
    const wanted = typeof to === 'string' ? to : undefined;
    return {
      alone: async ({ settings, answer, print, openLibrary }) => {
        if (!(await hasDatabase(settings)))
          throw new StartError(`DATA_DIR: there is no library in ${settings.dataDir}`);
        if (settings.databaseUrl !== undefined) {
          throw new UserError(
            UNFIT,
            'With DATABASE_URL another version is started by hand: git checkout, npm run build',
          );
        }
        if (back === true) return goBackFrom(settings, answer, yes === true);
        const why = Checkout.whyNot(CHECKOUT);
        if (why !== undefined) throw new UserError(UNFIT, `${why}: bring the new version there by hand, and restart`);
        const source = settings.updateFrom ?? (await Checkout.originOf(CHECKOUT));
        const checkout = new Checkout(CHECKOUT, source, settings.updateSigners);
        if (check === true) return say(checkout, wanted, answer);
        const release = { checkout, wanted, commit: typeof commit === 'string' ? commit : undefined };
        const prepareTrial = (folder: string) => copyForTrial({ settings, openLibrary }, folder);
        print(await update({ dataDir: settings.dataDir, ...release, prepareTrial, say: tell }));
      },
    };
  },
};

function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}

async function say(checkout: Checkout, wanted: string | undefined, answer: Answer): Promise<void> {
  const version = await wantedRelease({ checkout, wanted });
  const commit = await checkout.fetch(version);
  const changes = changesOf(await checkout.fileAt(commit, 'CHANGELOG.md'), version);
  const lines = [`Version ${version} is there, the commit ${commit}`, ...(changes === '' ? [] : ['', changes])];
  answer(lines, { version, commit, changes });
}

async function goBackFrom({ dataDir }: Settings, answer: Answer, isSure: boolean): Promise<number> {
  const { to, at, lost, rights } = lostByGoingBack(dataDir);
  const since = `what was stored since ${dayText(isoTime(at))}`;
  const what = `${since}${lost ? lostText(lost) : ', which cannot be counted'}`;
  if (isSure) await goBack(dataDir);
  const sentence = isSure ? `The server goes back to ${to}. It loses ${what}` : `Going back to ${to} loses ${what}`;
  const lines = [sentence, ...endedTexts(rights), ...(isSure ? [] : ['update --back --yes does it'])];
  answer(lines, { to, lost: lost ?? null, ...rights });
  return EXIT.done;
}

function lostText(lost: readonly Count[]): string {
  return lost.length === 0 ? ': no photo, album or account' : `: among it ${listOf(lost)}`;
}

/** A copy of the database with a key of its own, and one photo's files. */
export async function copyForTrial(
  { settings, openLibrary }: Pick<SettingsContext, 'settings' | 'openLibrary'>,
  folder: string,
) {
  await makeDurableFolder(folder);
  const library = await openLibrary(settings);
  const copySettings = { ...settings, dataDir: folder, photosUrl: undefined };
  try {
    await library.backupDatabase(join(folder, DATABASE_FILE));
    const [photo] = await photos.of(library).recentPhotos(1);
    const key = await keyIn(await openLibrary(copySettings));
    const files = photo && (await photos.of(library).photos.photos.filesOf(photo.albumSlug, photo.filename));
    if (!files) return { key, image: null };
    const { store } = photos.of(library).photos;
    for (const path of Object.values((await store.partsOf(files)).parts)) {
      await makeDurableFolder(dirname(join(folder, path)));
      await store.copy(path, join(folder, path));
    }
    return { key, image: imagePath(photo, 'thumbnail') };
  } finally {
    await library.close();
  }
}

/** Makes a key in an open library, and closes it. */
async function keyIn(library: Core): Promise<string> {
  try {
    return await keys.of(library).keys.create(`Update ${Date.now()}`, 'kiosk');
  } finally {
    await library.close();
  }
}
