import { AppleKeyServer, CLIENT_ID, type TokenChanges } from './appleKeyServer.ts';
import { type TestResponse, fieldOf, startTestServer, type TestServer } from '#support/server/testServer.ts';

export const APPLE_REFUSED = {
  status: 401,
  body: { success: false, message: 'Apple did not confirm this sign-in: please try again' },
};

/** A server whose people sign in with Apple, and Apple. */
export class AppleWorld {
  readonly apple: AppleKeyServer;
  readonly server: TestServer;

  private constructor(apple: AppleKeyServer, server: TestServer) {
    this.apple = apple;
    this.server = server;
  }

  static async start(): Promise<AppleWorld> {
    const apple = await AppleKeyServer.start();
    const server = await startTestServer({
      appleClientId: CLIENT_ID,
      appleJwksUrl: apple.url,
      appleKeyCoolDownMs: 100,
      adminEmails: ['boss@example.org'],
    });
    return new AppleWorld(apple, server);
  }

  async close(): Promise<void> {
    await this.server.close();
    await this.apple.close();
  }

  /** A browser that has asked for its nonce. */
  async browser(): Promise<{ nonce: string; cookie: string; setCookie: string }> {
    const answer = await this.server.call('/auth/apple/nonce', { method: 'POST' });
    const [setCookie = ''] = answer.headers.getSetCookie();
    return { nonce: fieldOf(answer, 'nonce'), cookie: setCookie.split(';')[0] ?? '', setCookie };
  }

  send(cookie: string, payload: Record<string, unknown>): Promise<TestResponse> {
    const headers = { Cookie: cookie };
    return this.server.call('/auth/apple', { method: 'POST', body: { code: 'code', ...payload }, headers });
  }

  /** The whole way of one person through Apple's popup. */
  async signIn(changes: TokenChanges = {}, names: Record<string, string> = {}): Promise<TestResponse> {
    const { nonce, cookie } = await this.browser();
    return this.send(cookie, { idToken: await this.apple.token({ nonce }, changes), ...names });
  }

  /** Accounts and sessions there are: none, unless somebody got in. */
  async gotIn(): Promise<unknown[]> {
    const { db, users } = this.server.dependencies;
    return [...(await users.list()), ...(await db.selectFrom('sessions').selectAll().execute())];
  }
}
