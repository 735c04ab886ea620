import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { minimalIntake } from '#testing/intakes';
import { useHarness } from '#test/harness';
import { callTool, connect } from '#test/mcp/connect';

const harness = useHarness({ mcpAnonPerMin: 100_000, intakeAnonPerMin: 1000 });

let client: Awaited<ReturnType<typeof connect>>;
beforeAll(async () => {
  client = await connect(harness.current);
});
afterAll(() => client.close());

describe('a refusal of a tool', () => {
  it.each([
    ['search_docs', { query: '' }, 'Not for the owner: correct query, which is required.'],
    ['search_docs', { query: 'x', limit: 0 }, 'Not for the owner: correct limit, or leave it out.'],
    ['search_docs', { query: 'x', make: 'Kia' }, 'Not for the owner: leave make out. search_docs takes query, limit.'],
    ['list_my_cases', { status: 'open' }, 'Not for the owner: correct status, or leave it out.'],
    ['get_service_facts', { vin: 'x' }, 'Not for the owner: leave vin out. get_service_facts takes no arguments.'],
    [
      'get_case',
      { intake_id: 'int_1', id: 'int_1' },
      'Not for the owner: leave id out. get_case takes intake_id, poll_token.',
    ],
    [
      'attach_report',
      { intake_id: 'int_1', content_base64: 'JVBERi0xLjQ=', file: 'x' },
      'Not for the owner: leave file out. attach_report takes intake_id, poll_token, content_base64.',
    ],
    [
      'attach_report',
      { intake_id: 'int_1', content_base64: '' },
      'Ask the owner for the insurer’s valuation report as a PDF, and send its bytes in base64.',
    ],
    ['read_market', { odometer: -1 }, 'Correct odometer, or leave it out if the owner does not know it.'],
    ['read_market', { color: 'red' }, 'Not for the owner: leave color out.'],
    ['submit_case', minimalIntake({ external_ref: '' }), 'Not for the owner: correct external_ref, or leave it out.'],
    ['submit_case', { ...minimalIntake(), constructor: 1 }, 'Not for the owner: leave constructor out.'],
  ])('the refusal of %s %j has advice that fits the tool', async (tool, given, step) => {
    const { isError, body } = await callTool(client, tool, given);
    expect([isError, body.code, body.next_step]).toEqual([true, 'invalid_request', step]);
    if (body.issues !== undefined) expect(body.issues[0].ask).toBe(step);
  });

  it('an oversized value is not requested from the owner', async () => {
    const { body } = await callTool(client, 'search_docs', { query: 'x'.repeat(70_000) });
    expect([body.code, body.next_step]).toEqual(['invalid_request', 'The arguments are too large. Send less.']);
  });

  it('a dry run repeats little of oversized input, and detects the key that a submission is refused for', async () => {
    const { body } = await callTool(client, 'check_submission', { ...minimalIntake(), ['x'.repeat(60_000)]: 1 });
    expect([body.would_be_accepted, JSON.stringify(body).length < 1000]).toEqual([false, true]);
    for (const key of [7, 'x'.repeat(256)]) {
      const given = { ...minimalIntake(), idempotency_key: key };
      const dry = (await callTool(client, 'check_submission', given)).body;
      expect(dry).toMatchObject({ would_be_accepted: false, problems: [{ path: 'idempotency_key' }] });
      expect((await callTool(client, 'submit_case', given)).body.issues).toEqual(dry.problems);
    }
  });

  it('a list of cases needs a key; a case token does not work', async () => {
    const { isError, body } = await callTool(client, 'list_my_cases');
    expect([isError, body.code]).toEqual([true, 'unauthorized']);
    expect(body.next_step).toMatch(/^Connect with your agent key/);
    const one = await callTool(client, 'get_case', { intake_id: 'int_1' });
    expect(one.body.next_step).toContain('send poll_token');
  });
});

describe('an invalid state', () => {
  it('the dry run names an invalid state, while a submission gets the same answer as before', async () => {
    for (const state of ['XX', 'zz', 'PR']) {
      const { body } = await callTool(client, 'check_submission', minimalIntake({ loss: { loss_state: state } }));
      expect(body).toMatchObject({
        would_be_accepted: false,
        problems: [{ path: 'loss.loss_state', message: 'is not one of the 50 states or DC' }],
        would_help: [],
        state_served: false,
      });
      expect(body.next_step).toMatch(/^Ask the owner in which state/);
    }
    const { body } = await callTool(client, 'submit_case', minimalIntake({ loss: { loss_state: 'XX' } }));
    expect(body.result).toBe('not_eligible');
    const right = await callTool(client, 'check_submission', minimalIntake({ loss: { loss_state: 'tx' } }));
    expect([right.body.would_be_accepted, right.body.problems]).toEqual([true, []]);
  });
});
