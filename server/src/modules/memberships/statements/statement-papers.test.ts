import { execFileSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import { givenStaffToken } from '#testing/staff';
import { givenPartner } from '#testing/partners';
import { partnerCalls } from '#testing/referrals';
import { givenEnrollment } from '../testing.ts';
import { issueStatements } from './issue-statements.ts';

const harness = useHarness({ gapRequestsPerMin: 1_000_000 });

let token = '';
beforeAll(async () => {
  token = await givenStaffToken(harness.current);
});

const staff = (route: string, body?: unknown) => {
  const [method = '', path = ''] = route.split(' ');
  return harness.current.call(method, `/api/staff/v1${path}`, { token, ...(body === undefined ? {} : { body }) });
};

const plans = [
  { code: 'standard', unit_price_cents: 505 },
  { code: 'gold', unit_price_cents: 1000 },
];

/** An institution with three vehicles and its statement of October. */
async function givenStatement(institution: Record<string, string> = {}) {
  const partner = await givenPartner(harness.current, { livemode: true, institution: { plans, ...institution } });
  const vins = [];
  for (const plan of ['standard', 'gold', 'standard']) {
    const made = await givenEnrollment(harness.current, partner.key, { plan, effective_on: '2026-10-01' });
    vins.push(`${plan},${made.vehicle.vin}`);
  }
  expect((await staff('POST /statements/run', { period: '2026-10' })).status).toBe(200);
  const at = `/institutions/${partner.institutionId}/statements`;
  const [statement] = (await staff(`GET ${at}`)).body.data;
  return { ...partner, vins, statement, at: `${at}/${statement.id}` };
}

async function textOfPdf(at: string): Promise<string> {
  const response = await fetch(`${harness.current.baseUrl}/api/staff/v1${at}.pdf`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const input = Buffer.from(await response.arrayBuffer());
  return execFileSync('pdftotext', ['-layout', '-', '-'], { input, timeout: 20_000 }).toString('utf8');
}

describe('a statement', () => {
  it('a statement names issuer, bill-to and remit-to as they were when it was issued', async () => {
    const bare = await givenStatement();
    expect(await textOfPdf(bare.at)).not.toMatch(/From|Bill to|Remit to/);
    const letterhead = { issuer: 'Synthetic Issuer LLC\n1 Example Street', remit_to: 'Synthetic Bank\nAccount 42' };
    expect((await staff('PUT /statements/settings', letterhead)).body).toMatchObject(letterhead);
    const full = await givenStatement({ bill_to: 'Accounts Payable\n2 Example Street' });
    await staff('PUT /statements/settings', { issuer: 'Another Issuer', remit_to: 'Another Bank' });
    await staff(`PATCH /institutions/${full.institutionId}`, { bill_to: 'Moved Away' });
    const text = await textOfPdf(full.at);
    for (const words of ['From', 'Bill to', 'Remit to', 'Synthetic Issuer LLC', 'Account 42', '2 Example Street'])
      expect(text).toContain(words);
    expect(text).not.toMatch(/Another|Moved/);
    // A party that was not set when it was issued is printed with its current value.
    expect(await textOfPdf(bare.at)).toContain('Another Bank');
    expect((await staff('PUT /statements/settings', { issuer: ' ', remit_to: 'x' })).status).toBe(400);
  });

  it('a statement has an unchanging file of the vehicles it bills', async () => {
    const { at, vins, key, statement } = await givenStatement();
    const listed = async () => (await staff(`GET ${at}/vehicles.csv`)).text.trimEnd().split('\r\n');
    const before = await listed();
    expect(before[0]).toBe('statement,period,plan,vin,unit_price,currency');
    expect(
      before
        .slice(1)
        .map((row) => row.split(',').slice(2, 4).join(','))
        .toSorted(),
    ).toEqual(vins.toSorted());
    expect(before.filter((row) => row.endsWith(',gold') || row.includes(',gold,'))).toEqual([
      expect.stringContaining(',10.00,USD'),
    ]);
    const { body } = await partnerCalls(harness.current, key)('GET /plans/enrollments');
    await partnerCalls(harness.current, key)(`PATCH /plans/enrollments/${body.data[0].id}`, { plan: 'gold' });
    expect([await listed(), statement.enrollment_count]).toEqual([before, 3]);
  });

  it('a statement that is not issued leaves no list of vehicles behind', async () => {
    const { institutionId, key } = await givenPartner(harness.current, { livemode: true, institution: { plans } });
    await givenEnrollment(harness.current, key, { plan: 'gold', effective_on: '2026-10-01' });
    await staff(`PATCH /institutions/${institutionId}`, { plans: [plans[0]] });
    const { unpriced } = await issueStatements(harness.current.ctx, '2026-10');
    expect(unpriced).toEqual([{ institution_id: institutionId, plan: 'gold' }]);
    const { rows } = await harness.current.ctx.db.pool.query(
      'select 1 from memberships.statement_vehicles where institution_id = $1',
      [institutionId],
    );
    expect(rows).toEqual([]);
  });

  it('a statement can be marked paid, reopened, and voided permanently; each change records who and why', async () => {
    const { at } = await givenStatement({ billing_contact_email: 'billing@example.com' });
    const mark = (body: object) => staff(`POST ${at}/status`, body);
    expect((await mark({ status: 'paid', note: 'wire of Nov 3' })).body.status).toBe('paid');
    expect((await mark({ status: 'paid' })).body.status).toBe('paid');
    for (const status of ['void', 'issued']) {
      const { status: code, body } = await mark({ status });
      expect([code, body.issues[0].path]).toEqual([400, 'note']);
    }
    expect((await mark({ status: 'void', note: 'wrong' })).body.code).toBe('invalid_state');
    expect((await mark({ status: 'issued', note: 'the wire came back' })).body.status).toBe('issued');
    expect((await mark({ status: 'void', note: 'billed twice' })).body.status).toBe('void');
    expect((await mark({ status: 'paid' })).body.code).toBe('invalid_state');
    const { body } = await staff(`GET ${at}/changes`);
    expect(body.data.map(({ kind, note }: Record<string, string>) => [kind, note])).toEqual([
      ['void', 'billed twice'],
      ['reopened', 'the wire came back'],
      ['paid', 'wire of Nov 3'],
    ]);
    expect((await staff(`POST ${at}/send`)).body.code).toBe('invalid_state');
  });

  it('a statement is emailed with its PDF to the billing contact, and that is recorded', async () => {
    const { at, institutionId, statement } = await givenStatement();
    expect((await staff(`POST ${at}/send`)).body.code).toBe('no_billing_contact');
    const to = `billing-${crypto.randomUUID()}@example.com`;
    await staff(`PATCH /institutions/${institutionId}`, { billing_contact_email: to });
    expect((await staff(`POST ${at}/send`)).status).toBe(200);
    await harness.current.sendMessages();
    const [received] = harness.current.mailbox.to(to);
    expect(received?.mail.subject).toBe(`Membership statement ${statement.number}`);
    expect(received?.mail.text).toContain('20.10 USD for 3 vehicles');
    const [attached] = received?.mail.attachments ?? [];
    expect([attached?.filename, attached?.mimeType]).toEqual([`${statement.number}.pdf`, 'application/pdf']);
    expect(
      Buffer.from(attached?.content as ArrayBuffer)
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    expect((await staff(`GET ${at}/changes`)).body.data).toMatchObject([{ kind: 'sent' }]);
  });
});
