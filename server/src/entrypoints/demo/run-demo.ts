import type { Ctx } from '#context';
import { withWorkPaused } from '#modules/webhooks';
import { createDemoLink } from '#modules/staff';
import { prepareVehicleData, generateListings } from '#modules/vehicles';
import { migrate, pendingMigrations } from '#platform/db';
import type { Outcome } from '../command.ts';
import { createStoryActs, type Storyboard } from './story-acts.ts';
import { cast, team } from './cast.ts';
import { describeDemo, describeLinks, type DemoLink } from './describe.ts';
import { castOf, addIntakes } from './intake-stories.ts';
import { addMembers } from './members.ts';
import { addMoney } from './money-stories.ts';
import { addAgent, addInstitutions, addReferrals } from './partners.ts';
import { createPlan } from './plan.ts';
import { addTeam } from './team.ts';
import { createWorld, type World } from './world.ts';

const ofCast = cast.map(({ zip, vehicle: { year, make, model } }) => ({ year, make, model, zip }));

const commonModels = [
  ['Toyota', 'Camry'],
  ['Toyota', 'Corolla'],
  ['Toyota', 'RAV4'],
  ['Honda', 'Accord'],
  ['Honda', 'Civic'],
  ['Honda', 'CR-V'],
  ['Ford', 'F-150'],
  ['Chevrolet', 'Silverado 1500'],
  ['Nissan', 'Rogue'],
  ['Hyundai', 'Elantra'],
] as const;

const years = [2016, 2017, 2018, 2019, 2020, 2021, 2022];

/** San Francisco, Austin, Chicago, Atlanta and New York: a search reaches 250 miles. */
const zips = ['94107', '78701', '60601', '30303', '10001'];

const ofCommonModels = commonModels.flatMap(([make, model]) =>
  years.flatMap((year) => zips.map((zip) => ({ year, make, model, zip }))),
);

/** Synthetic listings similar to the cast's cars, and for the next submission of a common car. Their source is labeled. */
export const addListings = (ctx: Ctx, of: 'cast' | 'common models too') =>
  generateListings(ctx, { seed: 7, rows: 0, like: of === 'cast' ? ofCast : [...ofCast, ...ofCommonModels] });

/** Runs the complete service with invented people and institutions, also next to a running service. */
export async function runDemo(ctx: Ctx): Promise<Outcome> {
  const { config } = ctx;
  if (config.production) return refuse('Demo data is not created in production.');
  // A role that may not change the schema has had it migrated.
  if ((await pendingMigrations(ctx.db)).length > 0) await migrate(config.directDatabaseUrl);
  const addresses = addressesOf(config);
  if (await holdsDemo(ctx)) {
    const links = await createLinks(ctx);
    return { ok: true, result: { synthetic: true, created: false, addresses, links }, lines: describeLinks(links) };
  }
  if (await holdsTeam(ctx)) return refuse(otherDatabase);
  await prepareVehicleData(config.vehicleDataDir);
  // A running worker would email the cast and send webhooks to invented addresses.
  const made = await withWorkPaused(ctx, async () => {
    const world = await createWorld(config);
    return tellStory(world).finally(() => world.close());
  });
  const result = { synthetic: true, created: true, addresses, links: await createLinks(ctx), ...made };
  return { ok: true, result, lines: describeDemo(result) };
}

const otherDatabase =
  'This database already has staff or institutions. Create a separate one with createdb and npm run migrate, and run the ' +
  'demo with its DATABASE_URL and WORKER_DATABASE_URL.';

async function tellStory(world: World) {
  const plan = createPlan(world);
  // Listings are refreshed from time to time, so that no market read has only future or only old ones.
  for (const at of [world.start, plan.day(15, '05:00')]) plan.add(at, () => addListings(world.service.ctx, 'cast'));
  plan.add(plan.day(4, '05:00'), () => addListings(world.service.ctx, 'common models too'));
  const { people, tokens } = await addTeam(world);
  const agent = await addAgent(world);
  const board: Storyboard = { world, plan, tokens, agentKey: agent.key };
  const institutions = await addInstitutions(createStoryActs(board), board);
  const next = castOf(cast);
  addIntakes(board, next);
  addMoney(board, next);
  addReferrals(board, institutions, next);
  addMembers(board, institutions, next);
  await plan.play();
  return { people, token: tokens.administrator, agent, institutions };
}

/** One link per role, made by today's clock. */
async function createLinks(ctx: Ctx): Promise<readonly DemoLink[]> {
  const links: DemoLink[] = [];
  for (const { role, email } of [team.pippa, team.lead, team.administrator])
    links.push({ role, ...(await createDemoLink(ctx, email)) });
  return links;
}

const addressesOf = ({ publicBaseUrl: base, devPages }: Ctx['config']) => ({
  board: `${base}/board`,
  developers: `${base}/developers/agent`,
  ...(devPages === 'off' ? {} : { start: `${base}/dev`, inbox: `${base}/dev/inbox` }),
});

const refuse = (error: string): Outcome => ({ ok: false, result: { error }, lines: [error] });

const isTrue = async ({ db }: Ctx, text: string, values: string[] = []): Promise<boolean> =>
  (await db.find<{ any: boolean }>({ text: `select ${text} as any`, values }))?.any === true;

/** Whether this is a demo database. */
const holdsDemo = (ctx: Ctx): Promise<boolean> =>
  isTrue(ctx, 'exists (select from staff.members where email = $1)', [team.administrator.email]);

/** Whether people already work with this database. A first intake and listings do not count. */
const holdsTeam = (ctx: Ctx): Promise<boolean> =>
  isTrue(ctx, 'exists (select from staff.members) or exists (select from partners.institutions)');
