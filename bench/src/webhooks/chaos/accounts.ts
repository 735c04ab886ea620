// Recipients, set up over HTTP as in production: agents register themselves, and the team creates institutions.
import { makeStaffToken } from '#bench/service/stage';
import { receiverHost, urlOf } from '#bench/webhooks/receivers';
import type { Endpoint } from './ledger.ts';
import { type Call, type Line, send } from '#bench/service/http';

const agentHosts = ['steady-agent-1', 'steady-agent-2', 'unsteady-agent-3'].map(receiverHost);

/** Institutions and their endpoints; the second endpoint of each takes full payloads. */
const institutionHosts = [
  ['steady-bank-1', 'steady-bank-2', 'unsteady-bank-3'].map(receiverHost),
  ['unsteady-lender-1', 'steady-lender-2'].map(receiverHost),
];

export const hosts = [...agentHosts, ...institutionHosts.flat()];

export type Accounts = {
  readonly staffToken: string;
  readonly agentKeys: readonly string[];
  readonly institutions: readonly string[];
  readonly endpoints: readonly Endpoint[];
  readonly secrets: Readonly<Record<string, string>>;
};

type AccountOptions = {
  readonly line: Line;
  readonly databaseUrl: string;
  /** The last code emailed to an address. */
  codeFor(email: string): string | undefined;
};

export async function createAccounts(opening: AccountOptions): Promise<Accounts> {
  const staffToken = await makeStaffToken(opening.databaseUrl);
  const agents = [];
  for (const [index, host] of agentHosts.entries()) agents.push(await createAgent(opening, `agent-${index}`, host));
  const institutions = [];
  for (const hosts of institutionHosts) institutions.push(await createInstitution(opening.line, staffToken, hosts));
  const told = [...agents.map((agent) => ({ accountId: agent.principalId, secrets: agent.secrets })), ...institutions];
  return {
    staffToken,
    agentKeys: agents.map(({ key }) => key),
    institutions: institutions.map(({ accountId }) => accountId),
    endpoints: told.flatMap(({ accountId, secrets }) => [...secrets.keys()].map((host) => ({ host, accountId }))),
    secrets: Object.fromEntries(told.flatMap(({ secrets }) => [...secrets])),
  };
}

async function createAgent({ line, codeFor }: AccountOptions, name: string, host: string) {
  const email = `${name}@example.com`;
  const { registration_id } = await expectAnswer(line, 202, {
    method: 'POST',
    path: '/api/agent/v1/register',
    body: JSON.stringify({
      agent: { name: 'Synthetic Agent', platform: 'synthetic-agent' },
      operator: { name: 'Synthetic Operator', email },
      agreement: { accepted: true, version: '2026-09-17' },
    }),
  });
  const { api_key: key = '', principal_id: principalId = '' } = await expectAnswer(line, 201, {
    method: 'POST',
    path: '/api/agent/v1/register/verify',
    body: JSON.stringify({ registration_id, code: codeFor(email) }),
  });
  const { secret = '' } = await expectAnswer(line, 200, {
    method: 'PUT',
    path: '/api/agent/v1/me/webhook',
    token: key,
    body: JSON.stringify({ url: urlOf(host) }),
  });
  return { key, principalId, secrets: new Map([[host, secret]]) };
}

async function createInstitution(line: Line, token: string, hosts: readonly string[]) {
  const path = '/api/staff/v1/institutions';
  const body = JSON.stringify({ name: 'Synthetic Bank' });
  const { id: accountId = '' } = await expectAnswer(line, 201, { method: 'POST', path, token, body });
  const secrets = new Map<string, string>();
  for (const [index, host] of hosts.entries()) {
    const { secret = '' } = await expectAnswer(line, 201, {
      method: 'POST',
      path: `${path}/${accountId}/webhook-endpoints`,
      token,
      body: JSON.stringify({ url: urlOf(host), livemode: true, payload: index === 1 ? 'full' : 'thin' }),
    });
    secrets.set(host, secret);
  }
  return { accountId, secrets };
}

async function expectAnswer(line: Line, status: number, asked: Call): Promise<Record<string, string | undefined>> {
  const answer = await send(line, asked);
  if (answer.status !== status) throw new Error(`${asked.method} ${asked.path} got ${answer.status} ${answer.text}`);
  return JSON.parse(answer.text) as Record<string, string | undefined>;
}
