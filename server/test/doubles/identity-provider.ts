import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider, type Account, type Configuration } from 'oidc-provider';

/** A real OpenID provider on this machine; it identifies each visitor as the most recently chosen person. */
export type IdentityProvider = {
  readonly settings: Readonly<Record<'OIDC_ISSUER' | 'OIDC_CLIENT_ID' | 'OIDC_CLIENT_SECRET', string>>;
  /** Chooses who signs in from now on. */
  become(user: Person): void;
  /** Follows the provider's redirects like a browser, and returns our URL at which they end. */
  visit(url: string): Promise<string>;
  /** Stops the server. */
  close(): Promise<void>;
};

type Person = { readonly subject: string; readonly email: string; readonly verified: boolean };

const clientId = 'makewhole-board';
const clientSecret = 'a secret that this test provider shares with the board';

export async function startIdentityProvider(redirectUri: string): Promise<IdentityProvider> {
  let current: Person = { subject: 'nobody', email: 'nobody@example.com', verified: false };
  const people = new Map<string, Person>();
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(
    issuer,
    settings(redirectUri, (id) => people.get(id)),
  );
  const serve = provider.callback();
  server.on('request', (request, response) => {
    if (request.url?.startsWith('/interaction/') !== true) return void serve(request, response);
    people.set(current.subject, current);
    void provider.interactionFinished(request, response, { login: { accountId: current.subject } });
  });
  return {
    settings: { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret },
    become(user) {
      current = user;
    },
    visit: (url) => follow(url, issuer),
    close: () => stop(server),
  };
}

const settings = (redirectUri: string, find: (id: string) => Person | undefined): Configuration => ({
  clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] }],
  cookies: { keys: ['a key of this test provider'] },
  claims: { openid: ['sub'], email: ['email', 'email_verified'] },
  features: { devInteractions: { enabled: false } },
  // Set because the package otherwise prints a warning in every test.
  ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
  pkce: { required: () => true },
  interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
  async findAccount(_ctx, id): Promise<Account | undefined> {
    const user = find(id);
    if (user === undefined) return undefined;
    return { accountId: id, claims: async () => ({ sub: id, email: user.email, email_verified: user.verified }) };
  },
  async loadExistingGrant({ oidc }) {
    const grant = new oidc.provider.Grant({ clientId: oidc.client?.clientId, accountId: oidc.session?.accountId });
    grant.addOIDCScope('openid email');
    await grant.save();
    return grant;
  },
});

/** Acts as a new browser each time: the provider's cookies last for this visit. */
async function follow(start: string, issuer: string): Promise<string> {
  const cookies = new Map<string, string>();
  let url = start;
  for (let hops = 0; hops < 10; hops += 1) {
    if (!url.startsWith(issuer)) return url;
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const set of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (set.split(';', 1)[0] ?? '').split('=');
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null) throw new Error(`the provider answered ${response.status}: ${await response.text()}`);
    url = new URL(location, url).href;
  }
  throw new Error('the provider sends the browser around in circles');
}

async function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
