import { join } from 'node:path';
import { ADMIN_PATTERNS } from '#contract/admin/adminPaths.ts';
import type { ServerStatus } from '#contract/server/schemas.ts';
import { UpdatePayload } from '#contract/update/schemas.ts';
import { askedBy, type AuditLog } from '#server/core/audit/auditLog.ts';
import { isLocked } from '#server/core/db/dataFolder.ts';
import { reasonOf, UserError } from '#server/core/errors.ts';
import { ADMINS } from '#server/core/access/access.ts';
import { done, errorWhen } from '#server/core/http/responses.ts';
import type { TypedApp } from '#server/core/http/typedApp.ts';
import { LOCK_FILES } from '#server/core/locks.ts';
import type { Settings } from '#server/core/settings/settings.ts';
import { VERSION } from '#server/core/settings/version.ts';
import { Checkout } from './checkout.ts';
import { startUpdateCommand } from './runVersion.ts';
import { readUpdates } from './updateFile.ts';
import { changesOf, isNewer } from './updateSteps.ts';

const ROOT = join(import.meta.dirname, '../..');
const CHECK_EVERY_MS = 3_600_000;
/** The longest time from the start of the command until other processes can see it running. */
const BEGINNING_MS = 10_000;

type Offered = NonNullable<ServerStatus['update']>;
type OfferSettings = Pick<Settings, 'dataDir' | 'databaseUrl' | 'updateFrom' | 'updateSigners'>;
type Found = Pick<Offered, 'version' | 'commit' | 'changes' | 'refusal'>;

/** The newest release of the repository that the operator named, checked once an hour while admins look. */
export class UpdateOffer {
  readonly #settings: OfferSettings;
  readonly #now: () => number;
  readonly #root: string;
  #found: Found | undefined;
  #checkedAt = -Infinity;
  #begunAt = -Infinity;
  #finding: Promise<void> | undefined;

  constructor(settings: OfferSettings, now: () => number, root = ROOT) {
    this.#root = root;
    this.#settings = settings;
    this.#now = now;
  }

  /** The release as it was last seen: a call does not wait for another server. */
  current(): Offered | undefined {
    const { dataDir, updateFrom } = this.#settings;
    if (updateFrom === undefined) return undefined;
    if (this.#now() - this.#checkedAt >= CHECK_EVERY_MS) void this.check();
    if (!this.#found) return undefined;
    const { failed } = readUpdates(dataDir);
    return {
      ...this.#found,
      isByHand: this.#isByHand(),
      isRunning: this.#now() - this.#begunAt < BEGINNING_MS || isLocked(dataDir, LOCK_FILES.update),
      failure: failed?.version === this.#found.version ? failed.why : null,
    };
  }

  begin(release: UpdatePayload): void {
    this.#begunAt = this.#now();
    startUpdateCommand(this.#settings.dataDir, release);
  }

  #isByHand(): boolean {
    return this.#settings.databaseUrl !== undefined || Checkout.whyNot(this.#root) !== undefined;
  }

  /** Resolves when the repository was checked. While it is out of reach, no release is offered. */
  check(): Promise<void> {
    this.#checkedAt = this.#now();
    this.#finding ??= this.#find();
    return this.#finding;
  }

  async #find(): Promise<void> {
    this.#found = await this.#ask().catch(() => undefined);
    this.#finding = undefined;
  }

  async #ask(): Promise<Found | undefined> {
    const { updateFrom, updateSigners } = this.#settings;
    const checkout = new Checkout(this.#root, updateFrom, updateSigners);
    const version = await checkout.newest();
    if (version === undefined || !isNewer(version, VERSION)) return undefined;
    try {
      const commit = await checkout.fetch(version);
      const changelog = await checkout.fileAt(commit, 'CHANGELOG.md');
      return { version, commit, changes: changesOf(changelog, version), refusal: null };
    } catch (error) {
      // Where nothing can be written, the release is offered without its changes.
      return { version, commit: null, changes: '', refusal: this.#isByHand() ? null : reasonOf(error) };
    }
  }
}

const schema = {
  tags: ['The server'],
  summary: 'Switch to the offered release',
  body: UpdatePayload,
  response: { 204: done(), 409: errorWhen('It is not offered, is done by hand, or is in progress') },
};

/** Starts an update for an admin. The repository is the operator's, and the release is the one that was offered. */
export function registerUpdateRoute(
  app: TypedApp,
  { offer, audit }: { offer: UpdateOffer; audit: Pick<AuditLog, 'record'> },
): void {
  app.post(ADMIN_PATTERNS.update, { config: { access: ADMINS }, schema }, async (request, reply) => {
    const { version, commit } = request.body;
    const offered = offer.current();
    if (offered?.version !== version) throw new UserError(409, `Version ${version} is not offered`);
    if (offered.refusal !== null) throw new UserError(409, `Version ${version} is not taken: ${offered.refusal}`);
    if (offered.isByHand) throw new UserError(409, 'This installation is updated by hand: see its guide');
    if (offered.isRunning) throw new UserError(409, 'An update is in progress already');
    if (offered.commit !== commit)
      throw new UserError(409, `Version ${version} is another commit now: load the page again`);
    audit.record({ action: 'update-begun', ...askedBy(request), what: `${version} (commit ${commit})` });
    offer.begin({ version, commit });
    return reply.status(204).send();
  });
}
