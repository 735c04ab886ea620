import { beforeAll, describe, expect, it } from 'vitest';
import { useHarness, type Answer } from '#test/harness';
import { givenPartner } from '#testing/partners';
import { givenPortalUser, type PortalBrowser } from '#testing/portal';
import { givenStaffToken } from '#testing/staff';
import { givenEnrollment } from './testing.ts';

const harness = useHarness();
const codeOf = ({ status, body }: Answer) => `${status} ${body.code ?? ''}`.trim();
const live = { mode: 'live' } as const;

let user: PortalBrowser;
let token = '';
let id = '';
let vin = '';
beforeAll(async () => {
  const h = harness.current;
  const { key, institutionId } = await givenPartner(h, { livemode: true });
  ({
    vehicle: { vin },
  } = await givenEnrollment(h, key));
  token = await givenStaffToken(h);
  h.clock.advance(20 * 86_400);
  await h.call('POST', '/api/staff/v1/statements/run', { token, body: { period: '2026-11' } });
  user = await givenPortalUser(h, { role: 'finance', institutionId });
  id = (await user.call('GET', '/statements', live)).body.data[0].id;
});

describe('statements in the portal', () => {
  it('portal statements show their lines, parties and history, without names of staff', async () => {
    const path = `/api/staff/v1/institutions/${user.institutionId}/statements/${id}/status`;
    const paid = await harness.current.call('POST', path, { token, body: { status: 'paid', note: 'wire 17' } });
    expect(paid.status).toBe(200);
    const { status, body, text } = await user.call('GET', `/statements/${id}`, live);
    expect([status, body.statement.status, body.changes]).toEqual([
      200,
      'paid',
      [{ kind: 'paid', at: harness.current.clock.now().toISOString() }],
    ]);
    expect(text).not.toMatch(/stf_|wire 17/);
  });

  it('portal statements can be downloaded: PDF, CSV, and the billed vehicles', async () => {
    const [pdf, csv, vehicles] = await Promise.all(
      ['.pdf', '.csv', '/vehicles.csv'].map((tail) => user.call('GET', `/statements/${id}${tail}`, live)),
    );
    expect(pdf!.headers.get('content-type')).toBe('application/pdf');
    expect(csv!.text).toContain('standard');
    expect(vehicles!.text.split(/\r?\n/).filter((line) => line.includes(vin))).toHaveLength(1);
  });

  it('portal statements do not exist in test mode, for other institutions and for developers', async () => {
    const h = harness.current;
    expect((await user.call('GET', '/statements')).body.data).toEqual([]);
    const foreign = await givenPortalUser(h, { role: 'owner' });
    const developer = await givenPortalUser(h, { role: 'developer', institutionId: user.institutionId });
    for (const tail of ['', '.pdf', '.csv', '/vehicles.csv']) {
      expect(codeOf(await user.call('GET', `/statements/${id}${tail}`))).toBe('404 not_found');
      expect(codeOf(await foreign.call('GET', `/statements/${id}${tail}`, live))).toBe('404 not_found');
      expect(codeOf(await developer.call('GET', `/statements/${id}${tail}`, live))).toBe('403 role_required');
    }
  });
});
