import { describe, expect, it } from 'vitest';
import { givenTestAgent, givenTestIntake } from '#testing/sandbox/agent-sandbox';
import { freshAddress, givenAgent, givenRegistration, registrationBody, registrationOf } from '#testing/agents';
import { newEmail, newPhone } from '#testing/intakes';
import { useHarness, type Answer } from '#test/harness';
import {
  at,
  atLimits,
  changed,
  listMembers,
  namesOf,
  ofOtherTypes,
  outside,
  type Body,
} from '#test/http/described-members';

const harness = useHarness({ intakeAnonPerMin: 1_000_000, registerPerMin: 1_000_000 });

type Sending = {
  /** A complete body, with every member. */
  readonly body: Body;
  send(body: Body): Promise<Answer>;
  /** Members whose values have a meaning, so that a text of the right length is refused for another reason. */
  readonly meant?: readonly string[];
};

const setLater = 'set later';

const call = (route: string, body: Body, token?: string): Promise<Answer> => {
  const [method = '', path = ''] = route.split(' ');
  const key = token === undefined ? {} : { token };
  return harness.current.call(method, `/api/agent/v1${path}`, { body, headers: freshAddress(), ...key });
};

async function givenOperator() {
  const email = newEmail();
  return { email, ...(await givenAgent(harness.current, registrationOf(email))) };
}

async function recoveryCode(): Promise<string> {
  const { email, principalId } = await givenOperator();
  await call('POST /recover', { principal_id: principalId, email });
  await harness.current.sendMessages();
  return /svc_recovery_\w+/.exec(harness.current.mailbox.to(email).at(-1)?.mail.text ?? '')?.[0] ?? '';
}

/** The body with values that are only known when it is sent. */
const filled = (body: Body, member: string, value: unknown): Body =>
  body[member] === setLater ? { ...body, [member]: value } : body;

const submission: Sending = {
  body: {
    agent: { name: 'Agent', platform: 'agent', version: '1', operator_url: 'https://agent.example.com' },
    customer: { first_name: 'Synthetic', last_name: 'Owner', email: setLater, phone: newPhone() },
    vehicle: {
      vin: '1HGCM82633A004352',
      plate: 'ABC123',
      plate_state: 'CA',
      year: 2003,
      make: 'Honda',
      model: 'Accord',
      trim: 'EX',
      odometer: 84_200,
    },
    loss: { date_of_loss: '2026-09-02', loss_state: 'CA', zip: '94107', insurance_path: 'own' },
    offer: { insurer: 'Synthetic Mutual', claim_number: 'CLM-1', acv_offer_cents: 612_500, acv_offer: 6125 },
    consent: {
      mode: 'customer_directed',
      attestation: 'The owner asked me to submit this and expects a call.',
      attestor_name: 'Synthetic Agent',
      notify_customer: true,
    },
    external_ref: 'case-1',
  },
  // The state must be served, and both amounts must be equal.
  meant: ['customer.email', 'agent.operator_url', 'loss.loss_state', 'offer.acv_offer', 'offer.acv_offer_cents'],
  send: (body) => {
    const { email } = (body['customer'] ?? {}) as { email?: unknown };
    return call(
      'POST /intakes',
      email === setLater ? { ...body, customer: { ...(body['customer'] as object), email: newEmail() } } : body,
    );
  },
};

const registration: Sending = {
  body: {
    ...registrationBody(),
    agent: {
      name: 'Agent',
      platform: 'agent',
      website: 'https://agent.example.com',
      description: 'Helps people through a total-loss claim.',
    },
    operator: { name: 'Synthetic Operator', email: setLater },
  },
  meant: ['agent.website', 'operator.email', 'agreement.version'],
  send: (body) => {
    const { email } = (body['operator'] ?? {}) as { email?: unknown };
    return call(
      'POST /register',
      email === setLater ? { ...body, operator: { ...(body['operator'] as object), email: newEmail() } } : body,
    );
  },
};

const sendings: Readonly<Record<string, Sending>> = {
  submitIntake: submission,
  registerAgent: registration,
  verifyRegistration: {
    body: { registration_id: setLater, code: setLater },
    meant: ['registration_id', 'code'],
    send: async (body) => {
      const pending = await givenRegistration(harness.current);
      const named = filled(body, 'registration_id', pending.registration_id);
      return call('POST /register/verify', filled(named, 'code', pending.code));
    },
  },
  requestRecovery: {
    body: { principal_id: 'agt_0V9KqT1a7Rm2Xw5ZcB8dEf3G', email: 'operator@example.com' },
    meant: ['email'],
    send: (body) => call('POST /recover', body),
  },
  recoverKey: {
    body: { code: setLater },
    meant: ['code'],
    send: async (body) => call('POST /recover/verify', filled(body, 'code', await recoveryCode())),
  },
  setWebhook: {
    body: { url: 'https://agent.example.com/hooks' },
    meant: ['url'],
    send: async (body) => call('PUT /me/webhook', body, (await givenOperator()).key),
  },
};

describe.each(Object.entries(sendings))('every member of the body of %s', (operation, { body, send, meant = [] }) => {
  it(
    'a member is as its page says: required or not, null as absent, within its limits, of its type',
    { timeout: 60_000 },
    async () => {
      const whole = await send(body);
      expect([operation, whole.status < 300 ? 'accepted' : whole.text]).toEqual([operation, 'accepted']);
      const { members } = await listMembers(harness.current, `/developers/agent/operations/${operation}`);
      expect(members.length).toBeGreaterThan(0);
      for (const member of members) {
        const { name, required } = member;
        expect([name, at(body, namesOf(name)) !== undefined]).toEqual([name, true]);
        const sent = (value: unknown): Promise<Answer> => send(changed(body, name, value));
        const isAccepted = async (value: unknown): Promise<boolean> => (await sent(value)).status < 300;
        expect([name, 'left out', await isAccepted(undefined)]).toEqual([name, 'left out', !required]);
        expect([name, 'null', await isAccepted(null)]).toEqual([name, 'null', !required]);
        if (!meant.includes(name))
          for (const value of atLimits(member))
            expect([name, value, await isAccepted(value)]).toEqual([name, value, true]);
        for (const value of [...outside(member), ...ofOtherTypes(member)]) {
          const { status, body: refusal } = await sent(value);
          const paths = (refusal.issues ?? []).map(({ path }: { path: string }) => path);
          // If the value is not an object, its members are missing too.
          expect([name, value, status, paths[0]?.startsWith(name)]).toEqual([name, value, 400, true]);
        }
      }
    },
  );
});

it('every operation of the agent interface that takes JSON is covered, and its description explains null', async () => {
  const { body } = await harness.current.call('GET', '/developers/agent/openapi.json');
  type Described = { operationId: string; requestBody?: { content: object } };
  const operations = Object.values<Record<string, Described>>(body.paths).flatMap((methods) => Object.values(methods));
  const withJson = operations.filter(({ requestBody }) => 'application/json' in (requestBody?.content ?? {}));
  expect(Object.keys(sendings).toSorted()).toEqual(withJson.map(({ operationId }) => operationId).toSorted());
  expect(body.info.description).toContain('A null in an optional member of a request counts as absent.');
});

it('the single member of a sandbox step is as its page says', async () => {
  const { key } = await givenTestAgent(harness.current);
  const { intake_id: id } = await givenTestIntake(harness.current, {}, { token: key });
  const { members } = await listMembers(harness.current, '/developers/agent-sandbox/operations/takeStep');
  expect(members).toMatchObject([{ name: 'step', required: true }]);
  for (const step of [undefined, null, 7, {}, 'nonsense']) {
    const answer = await harness.current.call('POST', `/sandbox/api/intakes/${id}/steps`, {
      token: key,
      body: { step },
    });
    expect([step, answer.status, answer.body.issues?.[0]?.path]).toEqual([step, 400, 'step']);
  }
});
