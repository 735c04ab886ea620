import { describe, expect, it } from 'vitest';
import { givenAgent } from '#testing/agents';
import { useHarness, type Answer } from '#test/harness';
import type { IntakeRequest } from '../schemas.ts';
import { givenTeam, minimalIntake, newEmail, newPhone, submit } from '../testing.ts';

const harness = useHarness();

const paths = ({ body }: Answer): string[] => body.issues.map((issue: { path: string }) => issue.path);

/** A minimal body without the member at `path`. */
function without(path: string): object {
  const [first = '', second = ''] = path.split('.');
  const body = structuredClone(minimalIntake()) as unknown as Record<string, Record<string, unknown>>;
  delete (path.includes('.') ? body[first]! : body)[second || first];
  return body;
}

async function countIntakes(): Promise<number> {
  const row = await harness.current.ctx.db.find<{ count: string }>({
    text: 'select count(*) from intakes.intakes',
    values: [],
  });
  return Number(row?.count);
}

describe('required members of a body', () => {
  it.each([
    ['agent', '[A-INTAKE-008]'],
    ['customer', '[A-INTAKE-010]'],
    ['consent', '[A-INTAKE-011]'],
    ['agent.name', '[A-INTAKE-016]'],
    ['agent.platform', '[A-INTAKE-019]'],
    ['consent.attestation', '[A-CONSENT-001]'],
  ])('a required member is %s; without it the error names it and nothing is created %s', async (path) => {
    const before = await countIntakes();
    const answer = await submit(harness.current, without(path));
    expect([answer.status, answer.body.code, paths(answer)]).toEqual([400, 'invalid_request', [path]]);
    expect(await countIntakes()).toBe(before);
  });

  it('a body must name the submitting agent, even when a key identifies it already [A-INTAKE-009]', async () => {
    const { key } = await givenAgent(harness.current);
    const before = await countIntakes();
    const answer = await submit(harness.current, without('agent'), { token: key });
    expect([answer.status, paths(answer)]).toEqual([400, ['agent']]);
    expect(await countIntakes()).toBe(before);
  });

  it('a body must have a way to reach the customer: an email, a phone, or both [A-INTAKE-034, A-INTAKE-035]', async () => {
    const neither = await submit(harness.current, minimalIntake({ customer: { first_name: 'A' } }));
    const both = await submit(harness.current, minimalIntake({ customer: { email: newEmail(), phone: newPhone() } }));
    expect([neither.status, paths(neither)]).toEqual([400, ['customer']]);
    expect(both.status).toBe(201);
  });

  it('a body needs no more than that: vehicle, loss, offer and external_ref are optional, one by one or all [A-INTAKE-012]', async () => {
    const extras: Partial<IntakeRequest>[] = [
      {},
      { vehicle: { year: 2020 } },
      { loss: { zip: '78701' } },
      { offer: { insurer: 'Synthetic Mutual' } },
      { external_ref: 'case-1' },
      { vehicle: {}, loss: {}, offer: {} },
    ];
    const answers = await Promise.all(extras.map((extra) => submit(harness.current, minimalIntake(extra))));
    expect(answers.map(({ status }) => status)).toEqual(extras.map(() => 201));
  });
});

describe('unknown members of a body', () => {
  const names = ['foo', 'payment', 'Agent', 'agent ', '__proto__', 'constructor', 'toString', 'a/b~c', '0', ''];

  it.each(names)('a body must not have an unknown top-level member such as %j [A-INTAKE-013]', async (name) => {
    const answer = await submit(harness.current, { ...minimalIntake(), [name]: 1 });
    expect([answer.status, paths(answer)]).toEqual([400, [name]]);
  });

  it.each(['agent', 'customer', 'vehicle', 'loss', 'offer', 'consent'] as const)(
    'a body must not have an unknown member of %s [A-INTAKE-014]',
    async (object) => {
      const body = minimalIntake({ vehicle: {}, loss: {}, offer: {} });
      for (const name of names) {
        const answer = await submit(harness.current, { ...body, [object]: { ...body[object], [name]: 1 } });
        expect([answer.status, paths(answer)]).toEqual([400, [`${object}.${name}`]]);
      }
    },
  );

  it('an invalid body is reported completely, with all issues together [A-ERR-006]', async () => {
    const answer = await submit(harness.current, {
      agent: { platform: 'Not A Slug', version: '' },
      customer: { first_name: 5, surname: 'x' },
      consent: { attestation: 'too short', mode: 'warm_handoff' },
      vehicle: { year: 1899, odometer: 'many' },
      loss: { zip: '1', date_of_loss: '2026-02-30' },
      offer: { acv_offer: 5, acv_offer_cents: 501 },
      extra: true,
    });
    expect(answer.status).toBe(400);
    expect([...new Set(paths(answer))].toSorted()).toEqual([
      'agent.name',
      'agent.platform',
      'agent.version',
      'consent.attestation',
      'consent.mode',
      'customer',
      'customer.first_name',
      'customer.surname',
      'extra',
      'loss.date_of_loss',
      'loss.zip',
      'offer.acv_offer',
      'vehicle.odometer',
      'vehicle.year',
    ]);
  });
});

describe('rules between members', () => {
  const withOffer = (acvOffer: number, cents: number) =>
    submit(harness.current, minimalIntake({ offer: { acv_offer: acvOffer, acv_offer_cents: cents } }));

  it.each([
    [18_250.75, 1_825_075],
    [18_250.755, 1_825_076],
    [1.005, 101],
    [0, 0],
    [1_000_000, 100_000_000],
    [0.29, 29],
    [1.1, 110],
    [0.004, 0],
    [0.005, 1],
  ])('a body may have an offer of %d dollars together with the same %d cents', async (dollars, cents) => {
    expect((await withOffer(dollars, cents)).status).toBe(201);
  });

  it.each([
    [18_250.75, 1_825_074],
    [18_250.755, 1_825_075],
    [1.005, 100],
    [0, 1],
    [5, 5],
  ])('a body with an offer of %d dollars together with %d cents is refused', async (dollars, cents) => {
    const answer = await withOffer(dollars, cents);
    expect(answer.status).toBe(400);
    expect(answer.body.issues).toEqual([{ path: 'offer.acv_offer', message: 'acv_offer and acv_offer_cents differ' }]);
  });

  it('a body with warm_handoff without a key is refused, and nothing is created [A-CONSENT-008]', async () => {
    const before = await countIntakes();
    const { consent } = minimalIntake();
    const answer = await submit(harness.current, minimalIntake({ consent: { ...consent, mode: 'warm_handoff' } }));
    expect(answer.status).toBe(400);
    expect(answer.body.issues).toEqual([{ path: 'consent.mode', message: 'warm_handoff requires an agent key' }]);
    expect(await countIntakes()).toBe(before);
  });
});

describe('the stored body', () => {
  it('the stored body has the attestation, byte for byte, and the version of its wording [A-CONSENT-003, A-CONSENT-004]', async () => {
    const team = await givenTeam(harness.current);
    const attestation = '  \tThe owner said: “call me” 😀👩‍👩‍👧\r\n\r\nLast line, e\u0301 and é. \u200f \\u0041 <b>&amp;  ';
    const { body } = await submit(harness.current, minimalIntake({ consent: { attestation } }));
    const record = await team.record(body.intake_id);
    expect(Buffer.from(record.consent.attestation)).toEqual(Buffer.from(attestation));
    expect(record.attestation_version).toBe('2026-09-16.1');
  });

  it('the stored body has the submitted members, with defaults for the others [A-CONSENT-007, A-CONSENT-010]', async () => {
    const team = await givenTeam(harness.current);
    const sent = minimalIntake({
      agent: { name: ' Name ', platform: 'p', version: '1', operator_url: 'https://op.example/' },
      customer: { first_name: 'Ann', last_name: 'Lee', email: newEmail().toUpperCase(), phone: `(${newPhone()}` },
      vehicle: { vin: 'abcdefgh123456789', plate: 'x', plate_state: 'ca', year: 2020, odometer: 0 },
      loss: { loss_state: 'tx', insurance_path: 'none' },
      offer: { acv_offer: 0.5 },
      external_ref: 'ref',
    });
    const { body } = await submit(harness.current, sent);
    const record = await team.record(body.intake_id);
    expect(record).toMatchObject({
      ...sent,
      consent: { ...sent.consent, mode: 'customer_directed', notify_customer: true },
    });
  });
});
