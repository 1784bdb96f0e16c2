import { randomUUID } from 'node:crypto';
import { EXAMPLES } from '#contract/schemas.ts';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import { SHARE_KEY_HEADER } from '#contract/access/shareKeys.ts';
import { invitationTokenFrom } from '#domain/access/links.ts';
import { jpeg } from '../pictures/images.ts';
import { EventReader } from './eventReader.ts';
import { closeSockets, connected, openSocket, report } from './nodeSockets.ts';
import { PhotoClient } from './photoClient.ts';
import { TabletClient } from './tabletClient.ts';
import { fieldOf, type TestServer } from './testServer.ts';

type Example = keyof typeof EXAMPLES;

const OF_ALBUMS: Example[] = ['albumId', 'albumSlug', 'filename', 'otherAlbumId', 'trashId'];

/** Makes things that are there in place of those that the examples of the document name. */
export class ExampleWorld {
  readonly #server: TestServer;
  readonly #photos: PhotoClient;
  readonly #tablets: TabletClient;
  readonly #readers: EventReader[] = [];
  #seeds = 0;

  private constructor(server: TestServer, photos: PhotoClient, tablets: TabletClient) {
    this.#server = server;
    this.#photos = photos;
    this.#tablets = tablets;
  }

  static async on(server: TestServer): Promise<ExampleWorld> {
    return new ExampleWorld(server, await PhotoClient.on(server), await TabletClient.on(server));
  }

  /** The text with all examples replaced by things made for it; `token` is whose session an example may name. */
  async inPlaceOfExamples(text: string, token: string): Promise<string> {
    const names = exampleNames().filter((name) => text.includes(EXAMPLES[name]));
    const made = await this.#make(new Set(names), token);
    return names.reduce((result, name) => result.replaceAll(EXAMPLES[name], made[name] ?? EXAMPLES[name]), text);
  }

  async #make(names: ReadonlySet<Example>, token: string): Promise<Partial<Record<Example, string>>> {
    return {
      ...(OF_ALBUMS.some((name) => names.has(name)) && (await this.#album(names.has('trashId')))),
      ...(names.has('userId') && { userId: (await this.#server.signIn()).user.id }),
      ...(names.has('sessionId') && { sessionId: await this.#otherSession(token) }),
      ...(names.has('tabletId') && { tabletId: (await this.listeningTablet()).id }),
      ...(names.has('nodeKey')
        ? // A node belongs to the key that reported it first.
          { nodeKey: await this.#server.createKey(`Pings ${randomUUID()}`, 'node'), nodeId: `pings ${randomUUID()}` }
        : names.has('nodeId') && { nodeId: await this.#node() }),
      ...(names.has('channelId') && { channelId: await this.#channel() }),
      ...(names.has('apiKey') && { apiKey: (await this.#tablets.make()).key }),
      ...(names.has('sourceId') && { sourceId: await this.#sourceId() }),
      ...(names.has('shareId') && { shareId: await this.#shareId() }),
      ...((names.has('invitationId') || names.has('invitationToken')) && (await this.#invitation())),
      ...(names.has('linkToken') && { linkToken: await this.#linkToken() }),
      ...(names.has('goOnToken') && { goOnToken: await this.#goOnToken() }),
      ...((names.has('pairingCode') || names.has('pairingSecret')) && (await this.#pairing())),
    };
  }

  /** A tablet with a page that listens for events, so that it can be told something. */
  async listeningTablet(): Promise<{ id: string; key: string }> {
    const tablet = await this.#tablets.make();
    this.#readers.push(await EventReader.open(this.#server.origin, tablet.key));
    return tablet;
  }

  close(): void {
    for (const reader of this.#readers) reader.close();
    closeSockets();
  }

  async #album(isInTrash: boolean) {
    const album = await this.#photos.createAlbum({ slug: `example-${randomUUID()}` });
    const other = await this.#photos.createAlbum({ slug: `example-${randomUUID()}` });
    this.#seeds += 1;
    const { body } = await this.#photos.upload(album.id, { 'a.jpg': await jpeg({ seed: this.#seeds }) });
    const filename = body.photos[0]?.filename ?? '';
    const made = { albumId: album.id, albumSlug: album.slug, otherAlbumId: other.id, filename };
    if (!isInTrash) return made;
    const trashed = await this.#tablets.admin<{ ids: string[] }>('DELETE', `/photos/albums/${album.id}/photos`, {
      filenames: [filename],
    });
    return { ...made, trashId: trashed.body.ids[0] ?? '' };
  }

  /** Another session of the person whose token this is. */
  async #otherSession(token: string): Promise<string> {
    const { sessions, credentials } = this.#server.dependencies;
    const principal = await credentials.ofToken(token);
    if (principal?.kind !== 'user') throw new Error('no session');
    await sessions.open(principal.userId);
    const other = (await sessions.listOf(principal.userId)).find(({ id }) => id !== principal.sessionId);
    return other?.id ?? '';
  }

  /** A node that has just reported. */
  async #node(): Promise<string> {
    const nodeId = `node-${randomUUID()}`;
    const key = await this.#server.createKey(nodeId, 'node');
    await report(await connected(openSocket(this.#server.origin, key)), nodeId, 42);
    return nodeId;
  }

  /** Where alerts go: to nobody, so that a test message fails at once. */
  async #channel(): Promise<string> {
    const nobody = { kind: 'webhook', url: 'http://127.0.0.1:1/' };
    const { body } = await this.#tablets.admin<{ channels: { id: string }[] }>(
      'POST',
      ADMIN_PATHS.alertChannels,
      nobody,
    );
    return body.channels.at(-1)?.id ?? '';
  }

  async #invitation() {
    const tom = { name: 'Tom', permissions: ['photos:read'], term: 'week' };
    const { body } = await this.#tablets.admin<{ id: string; url: string }>('POST', ADMIN_PATHS.invitations, tom);
    return { invitationId: body.id, invitationToken: invitationTokenFrom(new URL(body.url).hash) ?? '' };
  }

  /** The header of a visitor, as of `GET /shares/mine`. */
  async visitor(): Promise<Record<string, string>> {
    return { [SHARE_KEY_HEADER]: (await this.#share()).key };
  }

  /** A source that is paused, since its folder is none. */
  async #sourceId(): Promise<string> {
    const id = randomUUID();
    const source = { kind: 'folder', name: 'NAS', place: '/none', details: '{}', paused: 1 } as const;
    const row = { ...source, id, state: 'ok', created_at: Date.now() } as const;
    await this.#server.dependencies.db.insertInto('sources').values(row).execute();
    return id;
  }

  async #shareId(): Promise<string> {
    return (await this.#share()).id;
  }

  async #share() {
    const { token } = await this.#server.signIn({ permissions: ['photos:write'] });
    const { id: albumId } = await this.#photos.createAlbum({ slug: `example-${randomUUID()}` });
    const body = { albumId, term: 'open' };
    const made = await this.#server.call(ADMIN_PATHS.shares, { method: 'POST', token, body });
    return { id: fieldOf(made, 'id'), key: fieldOf(made, 'key') };
  }

  async #linkToken(): Promise<string> {
    return this.#server.dependencies.oneTime.createLink(`${randomUUID()}@example.org`);
  }

  async #goOnToken(): Promise<string> {
    const { sessions, oneTime } = this.#server.dependencies;
    const { user, token } = await this.#server.signIn({ email: `${randomUUID()}@example.org` });
    const session = await sessions.find(token);
    return oneTime.createLink(user.email, { ...(session && { replaces: session.id }) });
  }

  async #pairing() {
    const { body } = await this.#server.call('/tablets/pairing', { method: 'POST' });
    const { code, secret } = Object(body);
    return { pairingCode: String(code), pairingSecret: String(secret) };
  }
}

function exampleNames(): Example[] {
  const names: Example[] = [];
  for (const name in EXAMPLES) if (isExample(name)) names.push(name);
  return names;
}

function isExample(name: string): name is Example {
  return name in EXAMPLES;
}
