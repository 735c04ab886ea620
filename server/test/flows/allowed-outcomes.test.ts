import { beforeAll, describe, expect, it } from 'vitest';
import { callOutcomes } from '#modules/consultations';
import { acceptedStatuses, bringTo, daysInSeconds, givenIntake, givenTeam, type Team } from '#testing/intakes';
import { consultationOf, consultationOrigins, newCustomer } from '#test/fixtures/consultation-origins';
import { useHarness } from '#test/harness';

const harness = useHarness({ gapRequestsPerMin: 1_000_000 });
let team: Team;
beforeAll(async () => {
  team = await givenTeam(harness.current);
});

type Created = { readonly id: string; readonly callPath: string };

async function createIntake(status: (typeof acceptedStatuses)[number]): Promise<Created> {
  const { email, phone } = newCustomer();
  const opened = await givenIntake(harness.current, { customer: { email, phone } });
  await bringTo(harness.current, opened, status);
  const id = await consultationOf(harness.current, opened.intake_id);
  return { id, callPath: `/intakes/${opened.intake_id}/calls` };
}

async function createInstitutionCase(source: 'referral' | 'membership', step?: string): Promise<Created> {
  const wanted = { customer: newCustomer(), token: team.token };
  const { id, sourceId, redemptionId } = await consultationOrigins[source](harness.current, wanted);
  if (step !== undefined) {
    const path = source === 'referral' ? `/referrals/${sourceId}/${step}` : `/redemptions/${redemptionId}/${step}`;
    const body = step === 'settle' ? { settlement_cents: 1_800_000 } : {};
    expect((await team.post(path, body)).status).toBe(200);
  }
  return { id, callPath: `/queue/${id}/calls` };
}

const read = async (id: string) =>
  (await harness.current.call('GET', `/api/staff/v1/board/cases/${id}`, { token: team.token })).body;

type AllowedOutcome = { readonly outcome: string; readonly allowed: boolean; readonly reason: string | null };

/** Returns the outcomes that a case allows, and those whose logging contradicts it, each on a separate case. */
async function compare(create: () => Promise<Created>) {
  const differences: unknown[] = [];
  let seen: { readonly status: string; readonly refused: readonly string[] } | undefined;
  for (const outcome of callOutcomes) {
    const { id, callPath } = await create();
    const { card, allowed_outcomes: list } = await read(id);
    const said = list as readonly AllowedOutcome[];
    seen = { status: card.status, refused: said.flatMap((one) => (one.allowed ? [] : one.outcome)) };
    const { allowed, reason } = said.find((one) => one.outcome === outcome) ?? {};
    const { status, body } = await team.post(callPath, { outcome });
    const answered = status === 200 ? { allowed: true, reason: null } : { allowed: false, reason: body.detail };
    if (said.length !== callOutcomes.length || allowed !== answered.allowed || reason !== answered.reason)
      differences.push({ outcome, said, answered });
    if (status !== 200 && status !== 409) differences.push({ outcome, status });
  }
  return { ...seen, differences };
}

/** In every state of a case, its owner can say no and ask not to be contacted. */
const butStops = callOutcomes.filter((outcome) => outcome !== 'declined' && outcome !== 'do_not_contact');
const begun = ['confirmed', 'not_requested'];

const refusedOfIntake = {
  received: [],
  welcome_sent: [],
  contact_attempted: [],
  customer_confirmed: [],
  consultation_active: begun,
  declined: butStops,
  expired: butStops,
} as const satisfies Record<(typeof acceptedStatuses)[number], readonly string[]>;

describe('the allowed outcomes of a case are what logging a call allows', () => {
  it.each(acceptedStatuses)('the outcomes match for an intake that is %s', async (status) => {
    const compared = await compare(() => createIntake(status));
    expect(compared).toEqual({ status, refused: refusedOfIntake[status], differences: [] });
  });

  it('the outcomes match for an intake that expired before a sweep', async () => {
    const compared = await compare(async () => {
      const created = await createIntake('received');
      harness.current.clock.advance(daysInSeconds(14));
      return created;
    });
    expect(compared).toEqual({ status: 'expired', refused: butStops, differences: [] });
  });

  it('the outcomes match for an intake whose consultation is delivered', async () => {
    const compared = await compare(async () => {
      const created = await createIntake('consultation_active');
      expect((await team.post(`/consultations/${created.id}/deliver`, {})).status).toBe(200);
      return created;
    });
    expect(compared).toEqual({ status: 'consultation_active', refused: begun, differences: [] });
  });

  it('the outcomes match for an intake without a number, which cannot be wrong', async () => {
    const compared = await compare(async () => {
      const opened = await givenIntake(harness.current);
      const id = await consultationOf(harness.current, opened.intake_id);
      return { id, callPath: `/intakes/${opened.intake_id}/calls` };
    });
    expect(compared).toEqual({ status: 'received', refused: ['wrong_number'], differences: [] });
  });

  it.each([
    { source: 'referral', status: 'activated', step: undefined, refused: [] },
    { source: 'referral', status: 'settled', step: 'settle', refused: [] },
    { source: 'referral', status: 'closed', step: 'close', refused: butStops },
    { source: 'membership', status: 'open', step: undefined, refused: [] },
    { source: 'membership', status: 'completed', step: 'complete', refused: butStops },
    { source: 'membership', status: 'canceled', step: 'cancel', refused: butStops },
  ] as const)('the outcomes match for a $source that is $status', async ({ source, status, step, refused }) => {
    const compared = await compare(() => createInstitutionCase(source, step));
    expect(compared).toEqual({ status, refused, differences: [] });
  });
});
