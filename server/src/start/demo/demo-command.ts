import type { Ctx } from '#context';
import { generateListings } from '#modules/market';
import { prepareVehicleData } from '#modules/vehicles';
import { migrate } from '#platform/db';
import type { Command, Outcome } from '../command.ts';
import { addAgent, addConsultations } from './consultations.ts';
import { addInstitutions, addLateReferrals, addMembers, addReferrals, failDeliveries } from './partners.ts';
import { addTeam } from './team.ts';
import { createWorld } from './world.ts';

const listings = { seed: 7, rows: 20_000 };

/** Everything the service does, with invented people and institutions, on an empty database. */
export const demoCommand: Command = {
  name: 'demo',
  about: 'fill an empty database with synthetic demo data and print how to sign in; not in production',
  options: [],
  run: buildDemo,
};

async function buildDemo(ctx: Ctx): Promise<Outcome> {
  const { config } = ctx;
  if (config.production) return refuse('Demo data is not created in production.');
  await migrate(config.databaseUrl);
  if (await holdsAnything(ctx)) return refuse('Demo data needs an empty database; this one is not empty.');
  await prepareVehicleData(config.vehicleDataDir);
  await generateListings(ctx, listings);
  const world = await createWorld(config);
  try {
    const { people, token } = await addTeam(world);
    const teller = { world, token };
    const institutions = await addInstitutions(teller);
    await addReferrals(teller, institutions);
    const agent = await addAgent(world);
    await addConsultations({ ...teller, agent });
    await addLateReferrals(teller, institutions);
    await addMembers(teller, institutions);
    await world.pass(24 * 30);
    await failDeliveries(teller);
    const base = config.publicBaseUrl;
    const addresses = {
      board: `${base}/board`,
      developers: `${base}/developers/agent`,
      mailbox: `${base}/dev/mailbox`,
    };
    const result = { synthetic: true, addresses, people, token, agent, institutions };
    return { ok: true, result, lines: describe(result) };
  } finally {
    await world.close();
  }
}

const refuse = (error: string): Outcome => ({ ok: false, result: { error }, lines: [error] });

/** Whether this database is in use already. */
async function holdsAnything({ db }: Ctx): Promise<boolean> {
  const text = `select exists (select from access.staff) or exists (select from intakes.intakes)
    or exists (select from partners.institutions) or exists (select from market.listings) as any`;
  return (await db.find<{ any: boolean }>({ text, values: [] }))?.any === true;
}

type Story = {
  readonly addresses: Readonly<Record<string, string>>;
  readonly people: readonly {
    readonly role: string;
    readonly email: string;
    readonly password: string;
    readonly secret: string;
    readonly codes: readonly string[];
  }[];
  readonly token: string;
  readonly agent: { readonly key: string };
  readonly institutions: readonly { readonly name: string; readonly liveKey: string; readonly testKey: string }[];
};

const describe = ({ addresses, people, token, agent, institutions }: Story): string[] => [
  'The demo data is ready. Everybody and everything in it is synthetic. Start the service: npm start',
  '',
  ...Object.entries(addresses).map(([name, url]) => `  ${name.padEnd(10)} ${url}`),
  '',
  'Sign in with email, password and a code: from an authenticator with the secret, or one of these recovery codes, each once.',
  ...people.flatMap(({ role, email, password, secret, codes }) => [
    `  ${role}: ${email}  ${password}`,
    `    secret ${secret}`,
    `    codes  ${codes.slice(0, 3).join('  ')}`,
  ]),
  '',
  `  staff token  ${token}`,
  `  agent key    ${agent.key}`,
  ...institutions.flatMap(({ name, liveKey, testKey }) => [`  ${name}`, `    live ${liveKey}`, `    test ${testKey}`]),
];
