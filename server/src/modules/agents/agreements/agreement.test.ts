import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import { minimalIntake, submit } from '#testing/intakes';
import { givenStaffToken } from '#testing/staff';
import { register, registrationBody } from '../testing.ts';

const harness = useHarness();
const read = () => harness.current.call('GET', '/api/agent/v1/agreement');

describe('the agreement', () => {
  it('the agreement is public: version, hash, url and markdown, and nothing else [A-AGREE-001, A-AGREE-002, A-AGREE-003]', async () => {
    const { status, body } = await read();
    expect(status).toBe(200);
    expect(body).toEqual({
      version: '2026-09-17',
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      url: 'http://makewhole.test/developers/agent-agreement/2026-09-17',
      markdown: expect.stringContaining('# Agent API Agreement'),
    });
  });

  it("the agreement's hash can be computed from its text", async () => {
    const { body } = await read();
    expect(createHash('sha256').update(Buffer.from(body.markdown, 'utf8')).digest('hex')).toBe(body.hash);
  });

  it('the agreement names the version that registration accepts [A-AGREE-004]', async () => {
    const { body } = await read();
    const registered = await register(
      harness.current,
      registrationBody({ agreement: { accepted: true, version: body.version } }),
    );
    expect(registered.status).toBe(202);
  });

  it('each agreement version, and no other, has a page at its url', async () => {
    const { body } = await read();
    const path = new URL(body.url).pathname;
    const page = await harness.current.call('GET', path);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.text).toContain('Version 2026-09-17');
    expect(page.text).toMatch(/<h2 id="[^"]+"><a[^>]+>1\. Submit only for people who asked/);
    // With the site's menu, and found by search engines.
    expect(page.text).toContain('<nav aria-label="Documentation">');
    expect(page.headers.get('x-robots-tag')).toBeNull();
    const twin = await harness.current.call('GET', `${path}.md`);
    expect(createHash('sha256').update(twin.text).digest('hex')).toBe(body.hash);
    const statuses = [];
    for (const version of ['2025-01-01', '..%2F2026-09-17', '2026-09-17.json', '__proto__']) {
      statuses.push((await harness.current.call('GET', `/developers/agent-agreement/${version}`)).status);
    }
    expect(statuses).toEqual([404, 404, 404, 404]);
  });

  it('the agreement has a version separate from that of the attestation wording [A-VER-003]', async () => {
    const { body: intake } = await submit(harness.current, minimalIntake());
    const token = await givenStaffToken(harness.current);
    const record = await harness.current.call('GET', `/api/staff/v1/intakes/${intake.intake_id}`, { token });
    expect([(await read()).body.version, record.body.attestation_version]).toEqual(['2026-09-17', '2026-09-16.1']);
  });
});
