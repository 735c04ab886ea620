import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '@modelcontextprotocol/client';
import { magicAddresses } from '#lib/api/agent-sandbox';
import { magic } from '#testing/sandbox/agent-sandbox';
import { minimalIntake } from '#testing/intakes';
import { useHarness } from '#test/harness';
import { callTool, connect } from '#test/mcp/connect';

const harness = useHarness({ intakeAnonPerMin: 1000 });
let client: Client;
beforeAll(async () => {
  client = await connect(harness.current, { path: '/sandbox/mcp' });
});
afterAll(() => client.close());

const submitAs = (name: string, by: Client = client) =>
  callTool(by, 'submit_case', minimalIntake({ customer: { email: magic(name) } }));

const ofCases = magicAddresses.filter(({ operation }) => operation === 'POST /intakes');

describe('the magic addresses over MCP', () => {
  it.each(ofCases)('the address $name of submit_case gets the same answer as over HTTP: $answer', async (one) => {
    const { isError, body } = await submitAs(one.name);
    if (one.status < 400)
      return expect([isError, body.receipt.status, body.next_step.length > 20]).toEqual([false, one.answer, true]);
    expect([isError, body.code, body.retry_after_s]).toEqual([
      true,
      one.answer,
      'retryAfterS' in one ? one.retryAfterS : undefined,
    ]);
    // The advice for this code.
    const steps = {
      rate_limited: 'retry_after_s',
      program_disabled: 'closed',
      internal: 'Send the same request again',
    };
    return expect(body.next_step).toContain(steps[one.answer as keyof typeof steps]);
  });

  it('the address upload-limited accepts the case and refuses all reports for now', async () => {
    const { receipt } = (await submitAs('upload-limited')).body;
    const { isError, body } = await callTool(client, 'attach_report', {
      intake_id: receipt.intake_id,
      poll_token: receipt.poll_token,
      content_base64: 'JVBERi0xLjcK',
    });
    expect([isError, body.code, body.retry_after_s]).toEqual([true, 'rate_limited', 2]);
    expect(body.next_step).toContain('retry_after_s');
  });

  it('magic addresses keep their promises: no discount, and nothing for a case that was refused', async () => {
    expect((await submitAs('no-discount')).body.receipt.pricing.discount.applied).toBe(false);
    const text = 'select count(*)::int as many from intakes.intakes';
    const before = await harness.current.owner.find({ text, values: [] });
    for (const name of ['rate-limited', 'program-closed', 'server-error', 'unavailable']) await submitAs(name);
    expect(await harness.current.owner.find({ text, values: [] })).toEqual(before);
  });

  it('magic addresses apply after the arguments were checked, and a requested failure is not ours', async () => {
    const bad = { ...minimalIntake({ customer: { email: magic('server-error') } }), extra: 1 };
    expect((await callTool(client, 'submit_case', bad)).body).toMatchObject({ code: 'invalid_request' });
    await submitAs('server-error');
    const metrics = await harness.current.service.telemetry.metrics.registry.metrics();
    expect(metrics).toMatch(/makewhole_mcp_calls_total\{[^}]*tool="submit_case",outcome="refused"/);
    expect(metrics).not.toMatch(/makewhole_mcp_calls_total\{[^}]*outcome="failed"[^}]*\} [1-9]/);
    expect(harness.current.logLines.join('')).not.toContain('mcp.tool-failed');
  });

  it('magic addresses have no effect live, where such an address cannot exist', async () => {
    const live = await connect(harness.current);
    for (const { name } of ofCases) expect((await submitAs(name, live)).body.result).toBe('created');
    await live.close();
  });
});
