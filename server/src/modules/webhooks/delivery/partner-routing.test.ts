import { describe, expect, it } from 'vitest';
import { initialPartnerEventTypes, partnerEventTypes, type PartnerEventType } from '../events/rules.ts';
import { deliver, givenEndpoint, givenInstitution, publishEvents, partnerEvent, useDelivering } from '../testing.ts';

const given = useDelivering();

const kinds = {
  'thin test': { livemode: false, payload: 'thin' },
  'thin live': { livemode: true, payload: 'thin' },
  'full test': { livemode: false, payload: 'full' },
  'full live': { livemode: true, payload: 'full' },
};
type Kind = keyof typeof kinds;

const urlOf = (path: string) => `https://${given.current.receiver.host}/${path}`;

/** For one event, which kinds of endpoints receive it, and with which livemode. */
async function arrivals(type: PartnerEventType, livemode: boolean): Promise<Record<Kind, unknown>> {
  const { harness, receiver } = given.current;
  const institution = await givenInstitution(given.current);
  for (const [name, kind] of Object.entries(kinds)) {
    const url = urlOf(name.replace(' ', '-'));
    await givenEndpoint(given.current, institution, { url, ...kind, event_types: [type] });
  }
  receiver.received.length = 0;
  await publishEvents(harness, partnerEvent(institution, { type, livemode }));
  await deliver(harness);
  const seen = (name: string) => {
    const requests = receiver.received.filter(({ path }) => path === `/${name.replace(' ', '-')}`);
    if (requests.length > 1) return `told ${requests.length} times`;
    const [request] = requests;
    if (request === undefined) return 'no';
    const { livemode: mode } = JSON.parse(request.body);
    return mode === undefined ? 'yes, no livemode' : `yes, livemode ${mode}`;
  };
  return Object.fromEntries(Object.keys(kinds).map((name) => [name, seen(name)])) as Record<Kind, unknown>;
}

type Row = readonly [thinTest: string, thinLive: string, fullTest: string, fullLive: string];
const row = ([thinTest, thinLive, fullTest, fullLive]: Row) => ({
  'thin test': thinTest,
  'thin live': thinLive,
  'full test': fullTest,
  'full live': fullLive,
});

const referralTypes = partnerEventTypes.filter((type) => type.startsWith('referral.'));
const planTypes = partnerEventTypes.filter((type) => type.startsWith('plan.') && type !== 'plan.statement.issued');

describe('recipients', () => {
  it.each(referralTypes)(
    '%s of the sandbox goes to test endpoints only, with livemode false [P-SANDBOX-002]',
    async (type) => {
      expect(await arrivals(type, false)).toEqual(row(['yes, livemode false', 'no', 'yes, livemode false', 'no']));
    },
  );

  it.each(referralTypes)(
    '%s of a live referral goes to live endpoints only, with livemode true [P-SANDBOX-003, P-FULL-014]',
    async (type) => {
      expect(await arrivals(type, true)).toEqual(row(['no', 'yes, livemode true', 'no', 'yes, livemode true']));
    },
  );

  it.each(planTypes)(
    '%s of a test key goes to test endpoints, and to live ones that take full payloads [P-THIN-010, P-FULL-012, P-FULL-013]',
    async (type) => {
      expect(await arrivals(type, false)).toEqual(
        row(['yes, livemode false', 'no', 'yes, no livemode', 'yes, no livemode']),
      );
    },
  );

  it.each(planTypes)('%s of a live key goes to live endpoints only [P-THIN-010, P-FULL-012]', async (type) => {
    expect(await arrivals(type, true)).toEqual(row(['no', 'yes, livemode true', 'no', 'yes, no livemode']));
  });

  it.each([true, false])(
    'plan.statement.issued goes to live endpoints only, without livemode (%s) [P-THIN-011]',
    async (livemode) => {
      const issued = await arrivals('plan.statement.issued', livemode);
      expect(issued).toEqual(row(['no', 'yes, no livemode', 'no', 'yes, no livemode']));
    },
  );

  it('events go to the institution they happened to, and no other', async () => {
    const { harness, receiver } = given.current;
    const [mine, other] = [await givenInstitution(given.current), await givenInstitution(given.current)];
    await givenEndpoint(given.current, mine, { url: urlOf('mine') });
    await givenEndpoint(given.current, other, { url: urlOf('other') });
    await publishEvents(harness, partnerEvent(mine));
    await deliver(harness);
    expect(receiver.received.map(({ path }) => path)).toEqual(['/mine']);
  });
});

describe('the types that an endpoint takes', () => {
  /** The types that arrive when one of each was published. */
  async function typesTaken(endpoint: object): Promise<string[]> {
    const { harness, receiver } = given.current;
    const institution = await givenInstitution(given.current);
    await givenEndpoint(given.current, institution, { url: urlOf('types'), ...endpoint });
    await publishEvents(harness, ...partnerEventTypes.map((type) => partnerEvent(institution, { type })));
    await deliver(harness);
    const arrived = new Set(receiver.received.map(({ headers }) => headers['x-service-event']));
    expect(receiver.received).toHaveLength(arrived.size);
    return partnerEventTypes.filter((type) => arrived.has(type));
  }

  it('an endpoint gets the selected types and no others [P-EVENT-011]', async () => {
    expect(await typesTaken({ event_types: ['referral.activated'] })).toEqual(['referral.activated']);
  });

  it('a thin endpoint without a selection gets all types, including those beyond the first 13 [P-EVENT-012]', async () => {
    expect(await typesTaken({})).toEqual(partnerEventTypes);
    expect(partnerEventTypes.length).toBeGreaterThan(13);
  });

  it('a full-payload endpoint without a selection gets the first 13 types [P-EVENT-013]', async () => {
    expect(await typesTaken({ payload: 'full', secret_kind: 'gap' })).toEqual(initialPartnerEventTypes);
    expect(initialPartnerEventTypes).toHaveLength(13);
  });

  it('a full-payload endpoint can select later types', async () => {
    const selected = ['plan.redemption.completed', 'referral.review_updated'];
    expect(await typesTaken({ payload: 'full', event_types: selected })).toEqual(selected);
  });

  it('the types are in a list whose order is part of the contract', () => {
    expect(partnerEventTypes).toEqual([
      'referral.created',
      'referral.invited',
      'referral.activated',
      'referral.settled',
      'referral.closed',
      'referral.canceled',
      'referral.expired',
      'plan.enrollment.created',
      'plan.enrollment.updated',
      'plan.enrollment.canceled',
      'plan.loss.reported',
      'plan.redemption.created',
      'plan.statement.issued',
      'referral.declined',
      'referral.updated',
      'plan.redemption.completed',
      'referral.review_updated',
    ]);
  });
});
