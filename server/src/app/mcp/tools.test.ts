import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '@modelcontextprotocol/client';
import { givenAgent } from '#testing/agents';
import { minimalIntake, newEmail, newPhone } from '#testing/intakes';
import { givenStaffToken } from '#testing/staff';
import { useHarness } from '#test/harness';
import { makeReport } from '#test/reports/corpus';
import { callTool, connect } from '#test/mcp/connect';

const harness = useHarness({ SERVED_STATES: 'CA,TX' });
let client: Client;
beforeAll(async () => {
  client = await connect(harness.current);
});
afterAll(() => client.close());

const everything = `select (select count(*)::int from intakes.intakes) as intakes,
  (select count(*)::int from consent.entries) as consents,
  (select count(*)::int from customers.messages) as messages,
  (select count(*)::int from market.snapshots) as snapshots,
  (select count(*)::int from platform.idempotency) as responses`;
const countRows = () => harness.current.owner.find({ text: everything, values: [] });

describe('submit_case', () => {
  it('submit_case without consent is refused with the text to read to the owner, and stores nothing', async () => {
    const before = await countRows();
    const { consent: _none, ...rest } = minimalIntake();
    const drafts: [string, object][] = [
      ['consent', rest],
      ['consent.attestation', { ...rest, consent: {} }],
      ['consent.attestation', { ...rest, consent: { attestation: 'yes' } }],
      ['consent.attestation', { ...rest, consent: { attestation: null } }],
    ];
    for (const [path, given] of drafts) {
      const { isError, body } = await callTool(client, 'submit_case', given);
      expect([isError, body.code, body.issues]).toMatchObject([true, 'invalid_request', [{ path }]]);
      expect(body.next_step).toContain('Read the consent wording to the owner');
    }
    expect(await countRows()).toEqual(before);
  });

  it('submit_case accepts no approval by a client: any member that claims it is refused', async () => {
    const { consent: _none, ...rest } = minimalIntake();
    for (const approval of [{ approved: true }, { consent_given: true }, { confirmed: 'accept' }]) {
      const { isError, body } = await callTool(client, 'submit_case', { ...rest, ...approval });
      expect([isError, body.code]).toEqual([true, 'invalid_request']);
      expect(body.issues.map(({ path }: { path: string }) => path).toSorted()).toEqual(
        [Object.keys(approval)[0], 'consent'].toSorted(),
      );
    }
    const asked = await client.callTool({
      name: 'submit_case',
      arguments: { ...rest },
      _meta: { 'io.example/accepted': true, elicitation: { action: 'accept' } },
    });
    expect(asked.isError).toBe(true);
  });

  it('submit_case sent twice is one submission, and another when the case differs', async () => {
    const given = minimalIntake({ vehicle: { year: 2019, make: 'Kia' } });
    const first = await callTool(client, 'submit_case', given);
    const { consent, customer, agent, vehicle } = given;
    const second = await callTool(client, 'submit_case', {
      consent,
      vehicle: { make: 'Kia', year: vehicle?.year },
      customer,
      agent,
    });
    expect([first.body.result, second.body.result]).toEqual(['created', 'replayed']);
    expect(second.body.receipt.intake_id).toBe(first.body.receipt.intake_id);
    expect(second.body.receipt.poll_token).toBeUndefined();
    const named = { ...minimalIntake(), idempotency_key: 'case-1' };
    expect((await callTool(client, 'submit_case', named)).body.result).toBe('created');
    const other = await callTool(client, 'submit_case', { ...minimalIntake(), idempotency_key: 'case-1' });
    expect([other.isError, other.body.code]).toEqual([true, 'idempotency_conflict']);
    for (const key of [7, 'x'.repeat(256), {}]) {
      const bad = await callTool(client, 'submit_case', { ...minimalIntake(), idempotency_key: key });
      expect([bad.isError, bad.body.issues?.[0]?.path]).toEqual([true, 'idempotency_key']);
    }
  });

  it("submit_case accepts a strict model's arguments: null for unknown values", async () => {
    const { agent, customer, consent } = minimalIntake();
    const { body } = await callTool(client, 'submit_case', {
      agent: { ...agent, version: null, operator_url: null },
      customer: { ...customer, phone: null, first_name: null, last_name: null },
      consent: { ...consent, mode: null, attestor_name: null, notify_customer: null },
      vehicle: null,
      loss: { zip: null, loss_state: null },
      offer: null,
      external_ref: null,
      idempotency_key: null,
    });
    expect(body.result).toBe('created');
  });
});

describe('statements about a call', () => {
  it('a case with only an email address is not promised a call', async () => {
    const { body } = await callTool(client, 'submit_case', minimalIntake({ customer: { email: newEmail() } }));
    expect(body.next_step).not.toMatch(/call/i);
    expect(body.receipt.customer_message).toContain('We have no number that we can call you at');
    const again = await callTool(client, 'get_case', {
      intake_id: body.receipt.intake_id,
      poll_token: body.receipt.poll_token,
    });
    expect(again.body.next_step).not.toMatch(/call/i);
    const called = await callTool(client, 'submit_case', minimalIntake({ customer: { phone: newPhone() } }));
    expect(called.body.receipt.customer_message).toContain('A person from our team will call you');
    const { body: facts } = await callTool(client, 'get_service_facts');
    const { en, es } = facts.consent.read_to_the_owner;
    const { tools } = await client.listTools();
    const texts = [...facts.you_may_say, en, es, client.getInstructions(), ...tools.map((tool) => tool.description)];
    const promises = texts.join(' ').split(/(?<=[.:;?])\s/);
    for (const sentence of promises.filter((one) => /person.*call|una persona.*llamar/i.test(one)))
      expect(sentence).toMatch(/phone number|número de teléfono|has a number/);
  });
});

describe('check_submission', () => {
  it('check_submission lists what to ask for, from nothing to a complete case, and writes nothing', async () => {
    const before = await countRows();
    const nothing = (await callTool(client, 'check_submission')).body;
    expect(nothing.would_be_accepted).toBe(false);
    expect(nothing.problems.map(({ path }: { path: string }) => path)).toEqual(['agent', 'customer', 'consent']);
    expect(nothing.next_step).toContain('email address or a phone number');
    const small = (await callTool(client, 'check_submission', minimalIntake())).body;
    expect([small.would_be_accepted, small.state_served, small.market_read_possible]).toEqual([true, null, false]);
    expect(small.would_help.map(({ path }: { path: string }) => path)).toContain('vehicle.vin');
    const whole = minimalIntake({ vehicle: { vin: '1HGCM82633A004352' }, loss: { zip: '94107', loss_state: 'ca' } });
    const told = (await callTool(client, 'check_submission', whole)).body;
    expect([told.would_be_accepted, told.state_served, told.market_read_possible]).toEqual([true, true, true]);
    expect(told.would_help.map(({ path }: { path: string }) => path)).not.toContain('vehicle.year');
    const far = (await callTool(client, 'check_submission', minimalIntake({ loss: { loss_state: 'NY' } }))).body;
    expect([far.would_be_accepted, far.state_served]).toEqual([false, false]);
    const wrong = (
      await callTool(client, 'check_submission', { ...minimalIntake(), vehicle: { vin: 'short', colour: 'red' } })
    ).body;
    expect(wrong.problems.map(({ path }: { path: string }) => path)).toEqual(['vehicle.colour', 'vehicle.vin']);
    expect(await countRows()).toEqual(before);
  });

  it('check_submission reports closed submissions, and in the sandbox that they are open', async () => {
    const token = await givenStaffToken(harness.current);
    const setOpen = (open: boolean) =>
      harness.current.call('PATCH', '/api/staff/v1/settings', { token, body: { intake_program_open: open } });
    const sandbox = await connect(harness.current, { path: '/sandbox/mcp' });
    const given = minimalIntake();
    expect((await setOpen(false)).status).toBe(200);
    try {
      const { body } = await callTool(client, 'check_submission', given);
      expect([body.accepting_submissions, body.would_be_accepted]).toEqual([false, false]);
      expect(body.next_step).toContain('closed');
      const refused = await callTool(client, 'submit_case', given);
      expect([refused.isError, refused.body.code]).toEqual([true, 'program_disabled']);
      const tried = (await callTool(sandbox, 'check_submission', given)).body;
      expect([tried.accepting_submissions, tried.would_be_accepted]).toEqual([true, true]);
      expect((await callTool(sandbox, 'submit_case', given)).body.result).toBe('created');
    } finally {
      await setOpen(true);
    }
    const open = (await callTool(client, 'check_submission', given)).body;
    expect([open.accepting_submissions, open.would_be_accepted]).toEqual([true, true]);
    await sandbox.close();
  });

  it('check_submission reveals nothing about a person: known, unknown and suppressed contacts look the same', async () => {
    const [known, unwanted] = [newEmail(), newEmail()];
    const submitted = minimalIntake({ customer: { email: known } });
    expect((await callTool(client, 'submit_case', submitted)).body.result).toBe('created');
    const { body } = await callTool(client, 'submit_case', minimalIntake({ customer: { email: unwanted } }));
    const link = new URL(body.receipt.customer_confirmation_url).pathname;
    await harness.current.call('POST', link, {
      raw: 'decision=decline',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
    });
    const checks = [];
    for (const email of [known, unwanted, newEmail()])
      checks.push((await callTool(client, 'check_submission', minimalIntake({ customer: { email } }))).body);
    expect(checks[1]).toEqual(checks[0]);
    expect(checks[2]).toEqual(checks[0]);
    expect(checks[0].would_be_accepted).toBe(true);
  });
});

describe('cases over MCP', () => {
  it('a case is shown only to the holder of its token and to the agent that submitted it', async () => {
    const [mine, other] = [await givenAgent(harness.current), await givenAgent(harness.current)];
    const [own, stranger] = [
      await connect(harness.current, { key: mine.key }),
      await connect(harness.current, { key: other.key }),
    ];
    const { receipt } = (await callTool(own, 'submit_case', minimalIntake({ external_ref: 'ref-7' }))).body;
    const { intake_id: id, poll_token: token } = receipt;
    expect((await callTool(own, 'get_case', { intake_id: id })).isError).toBe(false);
    expect((await callTool(client, 'get_case', { intake_id: id, poll_token: token })).isError).toBe(false);
    const refusals = [
      await callTool(stranger, 'get_case', { intake_id: id }),
      await callTool(client, 'get_case', { intake_id: id }),
      await callTool(client, 'get_case', { intake_id: id, poll_token: 'wrong' }),
      await callTool(client, 'get_case', { intake_id: id, poll_token: 'x y' }),
      await callTool(stranger, 'attach_report', { intake_id: id, content_base64: 'JVBERi0xLjcK' }),
    ];
    expect(refusals.map(({ isError, body }) => [isError, body.code])).toEqual(
      refusals.map(() => [true, 'unauthorized']),
    );
    const unknown = await callTool(own, 'get_case', { intake_id: 'int_none' });
    expect([unknown.isError, unknown.body.code]).toEqual([true, 'not_found']);

    const listed = (await callTool(own, 'list_my_cases', { external_ref: 'ref-7' })).body;
    expect(listed.data).toMatchObject([{ intake_id: id, external_ref: 'ref-7', status: 'received' }]);
    expect((await callTool(stranger, 'list_my_cases')).body.data).toEqual([]);
    const nobody = await callTool(client, 'list_my_cases');
    expect([nobody.isError, nobody.body.code]).toEqual([true, 'unauthorized']);
    await Promise.all([own.close(), stranger.close()]);
  });

  it('a case takes a report in base64, and a file that is not a report is refused with what to ask for', async () => {
    const { receipt } = (await callTool(client, 'submit_case', minimalIntake())).body;
    const about = { intake_id: receipt.intake_id, poll_token: receipt.poll_token };
    for (const content of ['not base64!', 'https://example.com/report.pdf', 'JVBERi0x\nLjcK'])
      expect((await callTool(client, 'attach_report', { ...about, content_base64: content })).body).toMatchObject({
        code: 'invalid_request',
        issues: [{ path: 'content_base64', ask: expect.stringContaining('PDF') }],
      });
    const { pdf, truth } = await makeReport('ccc', 1);
    const read = await callTool(client, 'attach_report', {
      ...about,
      content_base64: Buffer.from(pdf).toString('base64'),
    });
    expect([read.isError, truth.vin]).toMatchObject([false, { value: expect.any(String) }]);
    expect(read.body.receipt.missing_fields).not.toContain('vehicle.vin');
    expect(receipt.missing_fields).toContain('vehicle.vin');
    const text = Buffer.from('This is a letter and no PDF.').toString('base64');
    const { isError, body } = await callTool(client, 'attach_report', { ...about, content_base64: text });
    expect([isError, body.code, body.issues?.[0]?.path]).toEqual([true, 'invalid_request', 'file']);
  });
});

describe('the other MCP tools', () => {
  it("prices and states are quoted from the service's own settings", async () => {
    const { body } = await callTool(client, 'get_service_facts');
    expect(body.states_served).toEqual(['CA', 'TX']);
    expect(body.representation_offered_in).toEqual(['CA', 'TX']);
    expect(body.pricing).toMatchObject({
      research: { list_cents: 19_900, with_agent_discount_cents: 19_900 },
      representation: {
        list_cents: 49_700,
        with_agent_discount_cents: 47_200,
        where: 'Representation is offered only in CA, TX.',
      },
    });
    expect(body.test_mode).toBe(false);
  });

  it('the tools ask for what a market read needs, and find the agreement', async () => {
    const few = await callTool(client, 'read_market', { make: 'Honda' });
    expect(few.body.issues.map(({ path }: { path: string }) => path)).toEqual(['year', 'model', 'zip']);
    expect(few.body.next_step).toContain('17 characters of the VIN');
    const person = await callTool(client, 'read_market', { make: 'Honda', email: newEmail() });
    expect(person.body.issues).toMatchObject([{ path: 'email' }]);
    const found = (await callTool(client, 'search_docs', { query: 'agreement people who asked' })).body.results;
    expect(found[0]).toMatchObject({
      title: 'Agent API Agreement',
      url: expect.stringMatching(/^http:\/\/makewhole\.test\/developers\/agent-agreement\/[-\d]+\.md$/),
    });
    expect((await callTool(client, 'search_docs', { query: 'zzzz' })).body.results).toEqual([]);
  });
});
