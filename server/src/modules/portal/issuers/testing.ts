import { afterAll, beforeAll, expect } from 'vitest';
import { startPublicLyingProvider, type Lie, type PublicLyingProvider } from '#test/doubles/lying-provider';
import { newNetwork } from '#test/fixtures/portal-sign-up';
import { startHarness, type Answer, type Harness } from '#test/harness';
import { realm } from '../realm.ts';
import { givenPortalUser, type PortalBrowser } from '../testing.ts';
import { issuerCookie } from './issuer-sign-in.ts';

/** The service's configured public address. */
export const base = 'http://localhost:8099';

export const codeOf = ({ status, body }: Answer) => `${status} ${body?.code ?? ''}`.trim();
export const whereTo = (answer: Answer) => answer.headers.get('location');

export const cookieOf = (answer: Answer, name: string): string =>
  answer.headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith(`${name}=`) && !cookie.startsWith(`${name}=;`))
    ?.split(';', 1)[0] ?? '';

/** The headers that a page sends after this sign-in response. */
export const inside = (answer: Answer) => ({ origin: base, cookie: cookieOf(answer, realm.sessionCookie) });

type SignedInBy = { readonly subject?: string; readonly email: string };

type IssuerWorld = {
  readonly harness: Harness;
  readonly provider: PublicLyingProvider;
  settings(change?: object): Record<string, unknown>;
  /** The owner of an institution that uses this provider. */
  givenIssuer(change?: object): Promise<PortalBrowser>;
  /** Starts a sign-in and returns with an identity of this person; gives the response to the return. */
  signIn(institutionId: string, person: SignedInBy, lie?: Lie): Promise<Answer>;
  /** Calls are counted by address, so each uses its own. */
  call(method: string, path: string, headers?: Readonly<Record<string, string>>): Promise<Answer>;
};

/** A service, and a provider that responds as the test tells it to. */
export function useIssuer(): IssuerWorld {
  let started: Pick<IssuerWorld, 'harness' | 'provider'> | undefined;
  const current = () => {
    if (started === undefined) throw new Error('the provider is not started yet');
    return started;
  };
  beforeAll(async () => {
    const provider = await startPublicLyingProvider();
    const told = { PUBLIC_BASE_URL: base, WEBHOOK_HOST_OVERRIDES: provider.dial, webhookCaFile: provider.caFile };
    started = { provider, harness: await startHarness(told) };
  });
  afterAll(async () => {
    await started?.harness.close();
    await started?.provider.close();
  });
  const settings = (change: object = {}) => {
    const {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: client_id,
      OIDC_CLIENT_SECRET: client_secret,
    } = current().provider.settings;
    return { issuer, client_id, client_secret, email_domains: ['example.com'], new_user_role: null, ...change };
  };
  const call: IssuerWorld['call'] = (method, path, headers = {}) =>
    current().harness.call(method, `/api/portal/v1${path}`, {
      headers: { 'x-forwarded-for': newNetwork(), ...headers },
    });
  return {
    get harness() {
      return current().harness;
    },
    get provider() {
      return current().provider;
    },
    settings,
    async givenIssuer(change) {
      const owner = await givenPortalUser(current().harness, { fresh: true });
      const { status, text } = await owner.call('POST', '/settings/issuer', { body: settings(change) });
      expect([status, text.includes(current().provider.settings.OIDC_CLIENT_SECRET)]).toEqual([200, false]);
      return owner;
    },
    async signIn(institutionId, person, lie = {}) {
      const start = await call('GET', `/issuer-sign-in/${institutionId}`);
      const { searchParams } = new URL(start.headers.get('location') ?? '');
      const nonce = searchParams.get('nonce') ?? '';
      current().provider.say({ subject: person.subject ?? crypto.randomUUID(), email: person.email, nonce }, lie);
      const back = `/issuer-callback/${institutionId}?code=synthetic&state=${searchParams.get('state')}`;
      return call('GET', back, { cookie: cookieOf(start, issuerCookie.name) });
    },
    call,
  };
}
