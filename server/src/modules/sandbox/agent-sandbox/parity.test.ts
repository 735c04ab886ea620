import { beforeAll, describe, expect, it } from 'vitest';
import { givenAgent, registrationBody, freshAddress } from '#testing/agents';
import { givenTeam, minimalIntake } from '#testing/intakes';
import { useHarness, type Answer } from '#test/harness';
import { makeReport } from '#test/reports/corpus';
import { givenTestAgent } from './testing.ts';

const harness = useHarness({ intakeAnonPerMin: 1000 });

/** Names, order and types of all members, and the form of texts with the values of one call removed. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (value === null || typeof value !== 'object') return value === null ? 'null' : typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shapeOf(member)]));
}

const headersOf = ({ headers }: Answer) =>
  [...headers.keys()].filter((name) => !['date', 'content-length', 'connection', 'keep-alive', 'etag'].includes(name));

const told = (answer: Answer) => ({
  status: answer.status,
  shape: shapeOf(answer.body),
  code: answer.body?.code ?? null,
  issues: answer.body?.issues ?? null,
  headers: headersOf(answer).toSorted(),
});

type Side = { readonly prefix: string; readonly key: string };
let sides: readonly Side[];

beforeAll(async () => {
  sides = [
    { prefix: '/api/agent/v1', key: (await givenAgent(harness.current)).key },
    { prefix: '/sandbox/api/agent/v1', key: (await givenTestAgent(harness.current)).key },
  ];
});

const vehicle = { vin: '1HGCM82633A004352', odometer: 81_000 };
const loss = { date_of_loss: '2026-05-04', loss_state: 'TX', zip: '78701', insurance_path: 'own' } as const;
const named = () => ({ 'idempotency-key': crypto.randomUUID(), ...freshAddress() });

type Ask = (side: Side, call: typeof harness.current.call) => Promise<Answer>;

const given = async ({ prefix, key }: Side, call: typeof harness.current.call) =>
  (await call('POST', `${prefix}/intakes`, { body: minimalIntake({ vehicle, loss }), token: key })).body;

/** One request of each kind: accepted ones, and each refusal that the contract lists. */
const asked: Readonly<Record<string, Ask>> = {
  'a submission without a key': ({ prefix }, call) =>
    call('POST', `${prefix}/intakes`, { body: minimalIntake(), headers: freshAddress() }),
  'a submission with a key': ({ prefix, key }, call) =>
    call('POST', `${prefix}/intakes`, { body: minimalIntake({ vehicle, loss, external_ref: 'x' }), token: key }),
  'a warm handoff': ({ prefix, key }, call) => {
    const consent = { ...minimalIntake().consent, mode: 'warm_handoff' } as const;
    const customer = { email: 'warm@example.com', phone: '4155550142' };
    return call('POST', `${prefix}/intakes`, { body: minimalIntake({ consent, customer }), token: key });
  },
  'a replay': async ({ prefix }, call) => {
    const options = { body: minimalIntake(), headers: named() };
    await call('POST', `${prefix}/intakes`, options);
    return call('POST', `${prefix}/intakes`, options);
  },
  'a key used twice': async ({ prefix }, call) => {
    const headers = named();
    await call('POST', `${prefix}/intakes`, { body: minimalIntake(), headers });
    return call('POST', `${prefix}/intakes`, { body: minimalIntake(), headers });
  },
  'a duplicate': async ({ prefix, key }, call) => {
    const body = minimalIntake();
    await call('POST', `${prefix}/intakes`, { body, token: key });
    return call('POST', `${prefix}/intakes`, { body, token: key });
  },
  'a state that is not served': ({ prefix }, call) =>
    call('POST', `${prefix}/intakes`, { body: minimalIntake({ loss: { loss_state: 'ZZ' } }), headers: freshAddress() }),
  'a bad body': ({ prefix }, call) =>
    call('POST', `${prefix}/intakes`, { body: { ...minimalIntake(), vehicle: { year: 1 }, extra: 1 } }),
  'an unreadable body': ({ prefix }, call) => call('POST', `${prefix}/intakes`, { raw: '{"a":' }),
  'a bad key': ({ prefix }, call) => call('POST', `${prefix}/intakes`, { body: minimalIntake(), token: 'svc_agent_x' }),
  'a poll': async (side, call) => {
    const { intake_id: id, poll_token: token } = await given(side, call);
    return call('GET', `${side.prefix}/intakes/${id}`, { token });
  },
  'a poll by key': async (side, call) => {
    const { intake_id: id } = await given(side, call);
    return call('GET', `${side.prefix}/intakes/${id}`, { token: side.key });
  },
  'a poll with a wrong token': async (side, call) => {
    const { intake_id: id } = await given(side, call);
    return call('GET', `${side.prefix}/intakes/${id}`, { token: 'x' });
  },
  'a poll without a token': async (side, call) => {
    const { intake_id: id } = await given(side, call);
    return call('GET', `${side.prefix}/intakes/${id}`);
  },
  'a poll of nothing': ({ prefix, key }, call) => call('GET', `${prefix}/intakes/nothing`, { token: key }),
  'the agreement': ({ prefix }, call) => call('GET', `${prefix}/agreement`),
  'a registration': ({ prefix }, call) =>
    call('POST', `${prefix}/register`, { body: registrationBody(), headers: freshAddress() }),
  'a bad registration': ({ prefix }, call) =>
    call('POST', `${prefix}/register`, { body: { agent: 1 }, headers: freshAddress() }),
  'an old agreement': ({ prefix }, call) => {
    const agreement = { accepted: true, version: '2000-01-01' } as const;
    return call('POST', `${prefix}/register`, { body: registrationBody({ agreement }), headers: freshAddress() });
  },
  'a wrong code': async ({ prefix }, call) => {
    const { body } = await call('POST', `${prefix}/register`, { body: registrationBody(), headers: freshAddress() });
    return call('POST', `${prefix}/register/verify`, {
      body: { registration_id: body.registration_id, code: '123456' },
    });
  },
  'an unknown registration': ({ prefix }, call) =>
    call('POST', `${prefix}/register/verify`, { body: { registration_id: 'reg_nothing', code: '000000' } }),
  'too many registrations': async ({ prefix }, call) => {
    const headers = freshAddress();
    for (let turn = 0; turn < 5; turn += 1) await call('POST', `${prefix}/register`, { body: {}, headers });
    return call('POST', `${prefix}/register`, { body: {}, headers });
  },
  'a recovery': ({ prefix }, call) =>
    call('POST', `${prefix}/recover`, {
      body: { principal_id: 'agt_x', email: 'a@example.com' },
      headers: freshAddress(),
    }),
  me: ({ prefix, key }, call) => call('GET', `${prefix}/me`, { token: key }),
  'me without a key': ({ prefix }, call) => call('GET', `${prefix}/me`),
  'a webhook': ({ prefix, key }, call) =>
    call('PUT', `${prefix}/me/webhook`, { token: key, body: { url: 'https://agent.example.com/hook' } }),
  'a webhook that is not https': ({ prefix, key }, call) =>
    call('PUT', `${prefix}/me/webhook`, { token: key, body: { url: 'http://agent.example.com/hook' } }),
  'no webhook any longer': ({ prefix, key }, call) => call('DELETE', `${prefix}/me/webhook`, { token: key }),
  'an unknown path': ({ prefix }, call) => call('GET', `${prefix}/nothing`),
  'a method that is not served': ({ prefix }, call) => call('DELETE', `${prefix}/intakes`),
};

describe('parity of the sandbox and the live API', () => {
  it.each(Object.entries(asked))('the sandbox responds as the live API does: %s', async (_name, ask) => {
    const [real, test] = sides.map((side) => ask(side, harness.current.call));
    expect(told(await test!)).toEqual(told(await real!));
  });

  it('the sandbox responds to a report as the live API does', async () => {
    const { pdf } = await makeReport('unknown, labelled lines', 5);
    const answers = [];
    for (const side of sides) {
      const { intake_id: id, poll_token: token } = await given(side, harness.current.call);
      const body = new FormData();
      body.append('file', new Blob([new Uint8Array(pdf)], { type: 'application/pdf' }), 'report.pdf');
      const headers = { authorization: `Bearer ${token}` };
      const url = `${harness.current.baseUrl}${side.prefix}/intakes/${id}/documents`;
      const response = await fetch(url, { method: 'POST', headers, body });
      answers.push([response.status, shapeOf(await response.json())]);
    }
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[0]?.[0]).toBe(200);
  });

  it('the sandbox stays open and responds the same while live registration and the program are closed', async () => {
    const { token } = await givenTeam(harness.current);
    const set = (open: boolean) =>
      harness.current.call('PATCH', '/api/staff/v1/settings', {
        token,
        body: { intake_program_open: open, registration_open: open },
      });
    await set(false);
    const statuses = await Promise.all(
      sides.map(async ({ prefix }) => [
        (await harness.current.call('POST', `${prefix}/intakes`, { body: minimalIntake() })).status,
        (
          await harness.current.call('POST', `${prefix}/register`, {
            body: registrationBody(),
            headers: freshAddress(),
          })
        ).status,
      ]),
    );
    await set(true);
    expect(statuses).toEqual([
      [404, 404],
      [201, 202],
    ]);
  });
});
