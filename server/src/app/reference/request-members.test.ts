import { describe, expect, it } from 'vitest';
import { useHarness, type Answer } from '#test/harness';
import { enrollmentBody, givenEnrollment, rosterVin } from '#testing/memberships';
import { givenPartner, givenSignedCredential } from '#testing/partners';
import { givenReferral, referralBody, syntheticVin } from '#testing/referrals';
import { at, changed, listMembers, namesOf, outside, type Body } from '#test/http/described-members';

const harness = useHarness();

/** A complete body and a call that sends it, changed, about its own objects. */
type Sending = { readonly body: Body; send(body: Body): Promise<Answer> };

const partner = async (): Promise<string> => (await givenPartner(harness.current)).key;
const call = (method: string, path: string, { token, body }: { token: string; body: Body }): Promise<Answer> =>
  harness.current.call(method, `/api/gap/v1${path}`, { token, body });

const posted = (path: string, body: Body): Sending => ({
  body,
  send: async (sent) => call('POST', path, { token: await partner(), body: sent }),
});

const aboutReferral = (method: string, action: string, body: Body): Sending => ({
  body,
  send: async (sent) => {
    const token = await partner();
    const { id } = await givenReferral(harness.current, token);
    return call(method, `/referrals/${id}${action}`, { token, body: sent });
  },
});

const aboutEnrollment = (body: Body): Sending => ({
  body,
  send: async (sent) => {
    const token = await partner();
    const { id } = await givenEnrollment(harness.current, token);
    return call('PATCH', `/plans/enrollments/${id}`, { token, body: sent });
  },
});

/** Only known when it is sent. */
const setLater = 'set later';

const newReferral = { ...referralBody(), external_ref: 'loan-1', consent: { mode: 'invitation' } };
const newEnrollment = {
  ...enrollmentBody(),
  external_ref: 'loan-1',
  plan: 'standard',
  effective_on: '2026-11-02',
  member: { ...enrollmentBody().member, phone: '(212) 555-0142' },
};
const { consent: _consent, ...edits } = newReferral;
const cancellation = { status: 'canceled', cancel_reason: 'paid off' };
const lossVin = rosterVin();
const loss = {
  vin: lossVin,
  date_of_loss: '2026-11-03',
  loss_state: 'NY',
  carrier: 'Synthetic Mutual',
  claim_number: 'CLM-1',
  initial_offer_cents: 1_000_000,
  external_ref: 'loss-1',
};

const lossNotice = (by: 'vin' | 'enrollment_id'): Sending => ({
  body: by === 'vin' ? loss : { ...loss, vin: undefined, enrollment_id: setLater },
  send: async (sent) => {
    const token = await partner();
    const { id } = await givenEnrollment(harness.current, token, {
      vehicle: { vin: lossVin },
      effective_on: '2026-10-20',
    });
    const isNamed = sent['enrollment_id'] === setLater;
    return call('POST', '/plans/loss-notices', { token, body: isNamed ? { ...sent, enrollment_id: id } : sent });
  },
});

/** A call for each form of an operation's body; together they have every member. */
const sendings: Readonly<Record<string, readonly Sending[]>> = {
  verifyCredential: [
    {
      body: { challenge: setLater },
      send: async (body) => {
        const client = await givenSignedCredential(harness.current, { pending: true });
        const answers = body['challenge'] === setLater;
        return client.activate({ body: answers ? { challenge: client.challenge } : body });
      },
    },
  ],
  createReferral: [posted('/referrals', newReferral)],
  createReferrals: [posted('/referrals/bulk', { referrals: [newReferral] })],
  changeReferral: [aboutReferral('PATCH', '', edits), aboutReferral('PATCH', '', cancellation)],
  simulateReferral: [aboutReferral('POST', '/simulate', { step: 'accept' })],
  attestReferral: [
    aboutReferral('POST', '/attest', {
      attestor_name: 'Synthetic Officer',
      channel: 'phone',
      attestation: 'The borrower was told about it and wants to be called.',
      confirmed_at: '2026-11-05',
    }),
  ],
  lookUpReviews: [
    posted('/review-status/lookup', { vin: syntheticVin() }),
    posted('/review-status/lookup', { claim_number: 'CLM-1' }),
    posted('/review-status/lookup', { reference: 'loan-1' }),
  ],
  createEnrollment: [posted('/plans/enrollments', newEnrollment)],
  createEnrollments: [posted('/plans/enrollments/bulk', { enrollments: [newEnrollment] })],
  changeEnrollment: [
    aboutEnrollment({ external_ref: 'loan-2', member: newEnrollment.member, vehicle: enrollmentBody().vehicle }),
    aboutEnrollment(cancellation),
  ],
  syncRoster: [posted('/plans/roster-sync', { mode: 'dry_run', roster: [newEnrollment], confirm_cancel_count: 0 })],
  reportLoss: [lossNotice('vin'), lossNotice('enrollment_id')],
};

/** In a bulk call each row has its own result. */
const isAccepted = ({ status, body }: Answer): boolean =>
  status < 300 && !(body.results ?? []).some(({ error }: { error?: unknown }) => error !== undefined && error !== null);

describe.each(Object.entries(sendings))('every member of the body of %s', (operation, calls) => {
  it('a member is as its page says: required or not, null or not, within its limits', async () => {
    for (const { body, send } of calls) {
      const answer = await send(body);
      expect([operation, isAccepted(answer) ? 'accepted' : answer.text]).toEqual([operation, 'accepted']);
    }
    const { members: rows } = await listMembers(harness.current, `/developers/gap/operations/${operation}`);
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) {
      const { name, required, type, meaning } = row;
      const holder = calls.find(({ body }) => at(body, namesOf(name)) !== undefined);
      expect([name, holder !== undefined]).toEqual([name, true]);
      if (holder === undefined) continue;
      const sent = async (value: unknown): Promise<boolean> =>
        isAccepted(await holder.send(changed(holder.body, name, value)));
      const takesNull = await sent(null);
      expect([name, 'null', /\bnull\b/.test(type), /\bnull\b/.test(meaning)]).toEqual([
        name,
        'null',
        takesNull,
        takesNull,
      ]);
      // One of several alternatives may be omitted only in favor of another.
      if (required || calls.length === 1)
        expect([name, 'left out', await sent(undefined)]).toEqual([name, 'left out', !required]);
      for (const value of outside(row)) expect([name, value, await sent(value)]).toEqual([name, value, false]);
    }
  });
});

it('a body may be omitted where the page says so, and nowhere else', async () => {
  for (const operation of Object.keys(sendings)) {
    const { mayBeLeftOut } = await listMembers(harness.current, `/developers/gap/operations/${operation}`);
    expect([operation, mayBeLeftOut]).toEqual([operation, operation === 'simulateReferral']);
  }
  const token = await partner();
  const { id } = await givenReferral(harness.current, token);
  const without = (path: string) => harness.current.call('POST', `/api/gap/v1/referrals/${id}${path}`, { token });
  expect([(await without('/simulate')).status, (await without('/attest')).status]).toEqual([200, 400]);
});

it('every operation of the partner interface that takes a body is covered', async () => {
  const { body } = await harness.current.call('GET', '/developers/gap/openapi.json');
  const operations = Object.values<Record<string, { operationId: string; requestBody?: object }>>(body.paths)
    .flatMap((methods) => Object.values(methods))
    .filter(({ requestBody }) => requestBody !== undefined);
  expect(Object.keys(sendings).toSorted()).toEqual(operations.map(({ operationId }) => operationId).toSorted());
});
