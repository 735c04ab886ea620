import { beforeAll, describe, expect, it } from 'vitest';
import { runs } from '#test/runs';
import { useHarness, type Answer } from '#test/harness';
import { until } from '#test/until';
import { givenStaffToken } from '#testing/staff';
import { givenPartner, type PartnerClient } from '#testing/partners';
import { givenEnrollment } from '#testing/memberships';
import { bringTo, givenReferral, linkPath, press } from '#testing/referrals';

const harness = useHarness({ gapRequestsPerMin: 1_000_000, DATABASE_POOL_SIZE: '16' });

type Told = { readonly id: string; readonly type: string; readonly data: Readonly<Record<string, Thing>> };
type Thing = { readonly id: string; readonly status: string; readonly external_ref: string | null };
type Act = () => Promise<unknown>;

let caller: PartnerClient;
let token = '';
beforeAll(async () => {
  caller = await givenPartner(harness.current);
  token = await givenStaffToken(harness.current);
});

const partner = (route: string, body?: unknown): Promise<Answer> => {
  const [method = '', path = ''] = route.split(' ');
  return harness.current.call(method, `/api/gap/v1${path}`, { token: caller.key, body });
};
const staff = (path: string, body: unknown = {}): Promise<Answer> =>
  harness.current.call('POST', `/api/staff/v1${path}`, { token, body });

/** Reads the log forward in small pages, until it has read as many events as there are at the end. */
async function follow(count: () => number | undefined): Promise<Told[]> {
  const seen: Told[] = [];
  let cursor: string | undefined;
  await until(
    'the whole log',
    async () => {
      const page = new URLSearchParams({ order: 'asc', limit: '7', ...(cursor === undefined ? {} : { cursor }) });
      const { body } = await partner(`GET /events?${page}`);
      seen.push(...body.data);
      cursor = body.next_cursor ?? cursor;
      return !body.has_more && seen.length >= (count() ?? Infinity);
    },
    200_000,
  );
  return seen;
}

async function countEvents(): Promise<number> {
  const text = 'select count(*)::int as count from events.events where account_id = $1';
  const row = await harness.current.ctx.db.find<{ count: number }>({ text, values: [caller.institutionId] });
  return row?.count ?? 0;
}

/** Each round changes one object concurrently while a reader reads the log. Returns both readings of it. */
async function storm(rounds: number, round: (turn: number) => Promise<Thing>) {
  let written: number | undefined;
  const following = follow(() => written);
  const things: Thing[] = [];
  for (let turn = 0; turn < rounds; turn += 1) things.push(await round(turn));
  written = await countEvents();
  return { things, meanwhile: await following, afterwards: await follow(() => written) };
}

/** In a different order each time. */
const atOnce = (acts: readonly Act[], turn: number): Promise<unknown> =>
  Promise.all([...acts.slice(turn % acts.length), ...acts.slice(0, turn % acts.length)].map((act) => act()));

const thingOf = ({ data }: Told): Thing | undefined => data['referral'] ?? data['enrollment'];

/** Returns the log of an object, unless it leads to its current state by valid steps. */
function contradiction(
  thing: Thing,
  log: readonly Told[],
  steps: Readonly<Record<string, readonly string[]>>,
): string[] {
  const told = log.filter((event) => thingOf(event)?.id === thing.id);
  const states = told.flatMap((event) => thingOf(event) ?? []);
  const possible = states.every(({ status }, at) => {
    const before = states[at - 1]?.status ?? status;
    return before === status || steps[before]?.includes(status);
  });
  const last = states.at(-1);
  const current = last?.status === thing.status && last.external_ref === thing.external_ref;
  const words = told.map((event) => `${event.type} ${thingOf(event)?.external_ref}`);
  return possible && current ? [] : [`${words.join(', ')}; now ${thing.status} ${thing.external_ref}`];
}

describe('the log during many concurrent changes', () => {
  const referralSteps = { invited: ['activated', 'canceled'], activated: ['settled', 'closed'], settled: ['closed'] };

  it('a reader of the log gets every change of referrals, in order', { timeout: 240_000 }, async () => {
    const { things, meanwhile, afterwards } = await storm(runs({ always: 40, nightly: 200 }), async (turn) => {
      const { id } = await givenReferral(harness.current, caller.key);
      const accepted = turn % 2 === 0;
      if (accepted) await bringTo(harness.current, caller.key, { id, status: 'activated' });
      const link = await linkPath(harness.current, id);
      const edits = ['a', 'b', 'c', 'd', 'e'].map(
        (name) => () => partner(`PATCH /referrals/${id}`, { external_ref: `${name}-${turn}` }),
      );
      const ends: Act[] = accepted
        ? [
            () => staff(`/referrals/${id}/settle`, { settlement_cents: 1_600_000 }),
            () => staff(`/referrals/${id}/close`),
          ]
        : [
            () => press(harness.current, link, 'accept'),
            () => partner(`PATCH /referrals/${id}`, { status: 'canceled' }),
          ];
      await atOnce([...edits, ...ends], turn);
      return (await partner(`GET /referrals/${id}`)).body;
    });
    expect(things.flatMap((thing) => contradiction(thing, afterwards, referralSteps))).toEqual([]);
    expect(meanwhile.map(({ id }) => id)).toEqual(afterwards.map(({ id }) => id));
  });

  const enrollmentSteps = {
    active: ['loss_reported', 'canceled'],
    loss_reported: ['active', 'redeemed'],
  };

  it('a reader of the log gets every change of enrollments, in order', { timeout: 240_000 }, async () => {
    const { things, meanwhile, afterwards } = await storm(runs({ always: 15, nightly: 60 }), async (turn) => {
      const { id } = await givenEnrollment(harness.current, caller.key);
      const edits = ['a', 'b', 'c', 'd', 'e'].map(
        (name) => () => partner(`PATCH /plans/enrollments/${id}`, { external_ref: `${name}-${turn}` }),
      );
      const loss = { enrollment_id: id, date_of_loss: harness.current.clock.now().toISOString() };
      const lose = async () => {
        const { body } = await partner('POST /plans/loss-notices', loss);
        await staff(`/redemptions/${body.redemption_id}/${turn % 2 === 0 ? 'complete' : 'cancel'}`);
      };
      const cancel = () => partner(`PATCH /plans/enrollments/${id}`, { status: 'canceled' });
      await atOnce([...edits, lose, cancel], turn);
      return (await partner(`GET /plans/enrollments/${id}`)).body;
    });
    expect(things.flatMap((thing) => contradiction(thing, afterwards, enrollmentSteps))).toEqual([]);
    expect(meanwhile.map(({ id }) => id)).toEqual(afterwards.map(({ id }) => id));
  });
});
