import { execFileSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';
import { transact } from '#platform/db';
import { type NewConsentEntry, recordConsent, recordWording } from '#modules/ledger';
import { chainAll, givenConsent, tamper } from '#testing/ledger/consent';
import { givenCheckout, givenHold } from '#testing/checkout';
import { givenIntake } from '#testing/intakes';
import { givenSession, givenStaffToken } from '#testing/staff';
import { lastSeq, rowsAfter } from '#test/fixtures/audit-rows';
import { useCardHarness } from '#test/doubles/stripe';
import { useHarness } from '#test/harness';
import type { ConsentRecord } from './schemas.ts';
import { writeConsentPdf } from './write-consent-pdf.ts';

const harness = useHarness();
const parts = useCardHarness();
const email = 'owner.synthetic@example.com';
const [phone, oldPhone, struckPhone, otherPhone] = ['+12125550142', '+12125550143', '+12125550144', '+12125550145'];
const words = 'May we call you about your car?';
let token = '';
let intakeId = '';
let caseId = '';
let number = '';

const contactsOf = (phone?: string, email?: string) => ({ email, phone, test: false });

beforeAll(async () => {
  const { ctx, clock } = harness.current;
  token = await givenStaffToken(harness.current, 'lead');
  ({ intake_id: intakeId } = await givenIntake(harness.current, { customer: { email, phone } }));
  const other = await givenIntake(harness.current, { customer: { email: 'other@example.com', phone: otherPhone } });
  const found = await ctx.db.pool.query('select id, number from consultations.consultations where source_id = $1', [
    intakeId,
  ]);
  ({ id: caseId, number } = found.rows[0]);
  const both = contactsOf(phone, email);
  clock.advance(1);
  await transact(ctx, async (tx) => {
    const of = { contacts: both, subjectId: intakeId };
    const hash = recordWording(tx, { version: 'v1', words, of }).toString('hex');
    const details = { decision: 'yes', via: 'email', wording_version: 'v1', wording_hash: hash };
    recordConsent(tx, { kind: 'answered', ...of, details });
  });
  clock.advance(1);
  const entries: NewConsentEntry[] = [
    { kind: 'called', contacts: contactsOf(oldPhone), subjectId: intakeId, details: { mark: 'on the old number' } },
    { kind: 'number_struck', contacts: contactsOf(struckPhone), subjectId: intakeId, details: { mark: 'struck' } },
    { kind: 'stopped', contacts: contactsOf(phone), details: { mark: 'stop of today' } },
    { kind: 'stopped', contacts: contactsOf(oldPhone), details: { mark: 'stop on the old number' } },
    // None of these may appear.
    { kind: 'stopped', contacts: contactsOf(struckPhone), details: { mark: 'HIDDEN wrong number' } },
    { kind: 'stopped', contacts: contactsOf(otherPhone), details: { mark: 'HIDDEN other number' } },
    {
      kind: 'called',
      contacts: both,
      subjectId: other.intake_id,
      details: { mark: 'HIDDEN other case, same contacts' },
    },
    {
      kind: 'called',
      contacts: { ...both, test: true },
      subjectId: 'ref_000000000000000000000001',
      details: { mark: 'HIDDEN test of an institution' },
    },
  ];
  for (const entry of entries) {
    await givenConsent(ctx, entry);
    clock.advance(1);
  }
  await chainAll(ctx);
  clock.advance(1);
  await givenConsent(ctx, { kind: 'proven', contacts: both, subjectId: intakeId, details: { by: 'email' } });
});

const read = (name: string) => harness.current.call('GET', `/api/staff/v1/consent/${name}`, { token });

const textOf = (pdf: Uint8Array): string =>
  execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf, timeout: 20_000 }).toString('utf8');

async function readPdf(name: string): Promise<{ bytes: Buffer; headers: Headers }> {
  const address = `${harness.current.baseUrl}/api/staff/v1/consent/${name}.pdf`;
  const response = await fetch(address, { headers: { authorization: `Bearer ${token}` } });
  expect(response.status).toBe(200);
  return { bytes: Buffer.from(await response.arrayBuffer()), headers: response.headers };
}

describe('the consent record of a case', () => {
  it('the consent record has every entry in order, with its words and whether it is unchanged', async () => {
    const { status, body, text } = await read(caseId);
    const record: ConsentRecord = body;
    expect(status).toBe(200);
    expect(record).toMatchObject({
      object: 'consent.record',
      consultation_id: caseId,
      number,
      source_id: intakeId,
      email,
      phone_hint: '•••-•••-0142',
      complete: true,
      verification: { ok: true, unchained: 1, problem: null },
      wordings: [{ version: 'v1', words, problem: null }],
    });
    const own = record.entries.filter(({ kind }) => kind !== 'attested');
    expect(own.map(({ kind, contacts, details: { mark } }) => [kind, contacts, mark])).toEqual([
      ['answered', ['email', 'phone'], undefined],
      ['called', ['earlier'], 'on the old number'],
      ['number_struck', ['earlier'], 'struck'],
      ['stopped', ['phone'], 'stop of today'],
      ['stopped', ['earlier'], 'stop on the old number'],
      ['proven', ['email', 'phone'], undefined],
    ]);
    expect(own[0]).toMatchObject({
      at: '2026-11-15T12:00:01.000Z',
      details: { decision: 'yes', via: 'email', wording_hash: record.wordings[0]?.hash },
      seq: expect.any(Number),
      chain_mac: expect.stringMatching(/^[0-9a-f]{74}$/),
    });
    expect(own.at(-1)).toMatchObject({ kind: 'proven', seq: null, chain_mac: null, problem: null });
    expect(text).not.toContain('HIDDEN');
    expect(text).not.toContain(phone.slice(2));
  });

  it('the consent record is found by id, number and source, and adds an audit row about the case', async () => {
    for (const name of [caseId, number, intakeId]) {
      const before = await lastSeq(harness.current);
      expect((await read(name)).body.consultation_id).toBe(caseId);
      expect(await rowsAfter(harness.current, before)).toEqual([
        expect.objectContaining({ kind: 'view', operation: 'board.get-consent', subject_id: caseId }),
      ]);
    }
    for (const name of ['con_000000000000000000000000', 'CN-99999999', '%00', 'x'.repeat(90)])
      expect([name, [400, 404].includes((await read(name)).status)]).toEqual([name, true]);
  });

  it('is for leads, who are signed in', async () => {
    const caller = await givenSession(harness.current, 'caller');
    for (const path of [`/api/staff/v1/consent/${caseId}`, `/api/staff/v1/consent/${caseId}.pdf`]) {
      expect((await harness.current.call('GET', path, { headers: caller.headers })).status).toBe(403);
      expect((await harness.current.call('GET', path)).status).toBe(401);
    }
  });

  it('the consent record reports which entry or wording was changed, and a changed head', async () => {
    const { owner: db } = harness.current;
    const at = `where subject_id = '${intakeId}' and kind = 'answered'`;
    const flaws: [edit: string, back: string, problem: RegExp][] = [
      [`update consent.entries set kind = 'called2' ${at}`, `kind = 'answered' where kind = 'called2'`, /was changed/],
      [`update consent.entries set seq = seq + 900 ${at}`, `seq = seq - 900 where seq > 900`, /gone$/],
      [`update consent.wordings set words = words || '!'`, '', /^the words [0-9a-f]{64} were changed$/],
      ['update consent.head set seal = mac', '', /^the head of the ledger was changed$/],
    ];
    for (const [edit, back, problem] of flaws) {
      const rows = (await db.pool.query('select words, (select seal from consent.head) from consent.wordings')).rows[0];
      await tamper(db, edit);
      const { verification } = (await read(caseId)).body;
      expect([edit, verification.ok, verification.problem]).toEqual([edit, false, expect.stringMatching(problem)]);
      expect(textOf((await readPdf(caseId)).bytes)).toContain('NOT INTACT');
      if (back !== '') await tamper(db, `update consent.entries set ${back}`);
      await tamper(db, 'update consent.wordings set words = $1', [rows.words]);
      await tamper(db, 'update consent.head set seal = $1', [rows.seal]);
    }
    expect((await read(caseId)).body.verification.ok).toBe(true);
  });
});

describe('the consent record as PDF', () => {
  it('the PDF record has the same content as the JSON', async () => {
    const { body } = await read(caseId);
    const { bytes, headers } = await readPdf(caseId);
    expect(headers.get('content-type')).toBe('application/pdf');
    expect(headers.get('content-disposition')).toBe(`attachment; filename="consent-${number}.pdf"`);
    const text = textOf(bytes);
    for (const entry of (body as ConsentRecord).entries) {
      expect(text).toContain(entry.id);
      if (entry.chain_mac !== null) expect(text).toContain(entry.chain_mac);
    }
    for (const line of [
      `Consent record ${number}`,
      'Checked: every entry below is as it was recorded',
      '2026-11-15 12:00:01.000 UTC answered',
      'mark: stop on the old number',
      words,
      (body as ConsentRecord).anchor,
    ])
      expect(text.replaceAll(/ +/g, ' ')).toContain(line);
    expect(text).not.toContain('HIDDEN');
  });

  it('cannot be broken by what strangers wrote', async () => {
    const { body } = await read(caseId);
    const record: ConsentRecord = body;
    const hostile = [
      ') Tj ET endstream endobj (',
      '\\) \\( \\\\ \\n \\101 ((((( )))))',
      'stop 😀 please',
      'توقف عن الاتصال بي',
      'evil\u202Egnirts\u200B\u0000\u0007\u001b[31m',
      'tab\tline\r\nnew\u2028line',
      '\ud800 half',
      'x'.repeat(5000),
      '%%EOF\nxref\ntrailer << /Root 1 0 R >>',
      '',
    ];
    const [entry] = record.entries;
    const entries = hostile.map((text, index) => ({
      ...entry!,
      id: `cse_${index}_end`,
      details: { words: text, [text.slice(0, 40)]: 'as a name' },
    }));
    const wordings = hostile.map((text) => ({ ...record.wordings[0]!, words: text, version: text.slice(0, 80) }));
    const bytes = await writeConsentPdf({ ...record, email: hostile.join(' '), entries, wordings });
    expect(await writeConsentPdf({ ...record, email: hostile.join(' '), entries, wordings })).toEqual(bytes);
    const text = textOf(bytes);
    const flat = text.replaceAll(/\s+/g, ' ');
    hostile.forEach((_, index) => expect(flat).toContain(`cse_${index}_end`));
    for (const shown of [
      ') Tj ET endstream endobj (',
      '\\) \\( \\\\ \\n \\101 ((((( )))))',
      'stop <U+1F600> please',
      '<U+062A><U+0648>',
      'evil<U+202E>gnirts<U+200B><U+0000><U+0007><U+001B>[31m',
      '<U+FFFD> half',
    ])
      expect(flat).toContain(shown);
    expect(text.replaceAll(/[^x]/g, '').length).toBeGreaterThanOrEqual(2 * 5000);
    // An independent reader finds a complete document, and only the objects that we wrote.
    const info = execFileSync('pdfinfo', ['-'], { input: bytes, encoding: 'utf8', stdio: ['pipe', 'pipe', 'pipe'] });
    expect(info).toMatch(/Pages: +[1-9]/);
  });

  it('other requests are served while the longest PDF record is written', async () => {
    const record: ConsentRecord = (await read(caseId)).body;
    const entries = Array.from({ length: 2000 }, (_, index) => ({ ...record.entries[0]!, id: `cse_${index}` }));
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 1);
    const bytes = await writeConsentPdf({ ...record, entries });
    clearInterval(timer);
    expect(turns).toBeGreaterThan(50);
    expect(textOf(bytes)).toContain('cse_1999');
  });
});

describe('messages about a hold', () => {
  it('messages about a hold are in the consent record of its case', async () => {
    const { harness } = parts.current;
    const checkout = await givenCheckout(harness);
    const holdId = await givenHold(parts.current, checkout, 'research');
    const contacts = contactsOf(undefined, 'hold.synthetic@example.com');
    await givenConsent(harness.ctx, { kind: 'message_sent', contacts, subjectId: holdId, details: { mark: 'hold' } });
    const lead = await givenStaffToken(harness, 'lead');
    const { body } = await harness.call('GET', `/api/staff/v1/consent/${checkout.consultationId}`, { token: lead });
    expect((body as ConsentRecord).entries.map(({ subject_id: subject }) => subject)).toContain(holdId);
  });
});

describe('a record that is too long', () => {
  it('a record that is too long says so and has the newest entries, and its PDF is refused', async () => {
    const { ctx, clock } = harness.current;
    const { intake_id: id } = await givenIntake(harness.current);
    clock.advance(1);
    const entry = (index: number) =>
      ({ kind: 'called', contacts: contactsOf('+12125550199'), subjectId: id, details: { index } }) as const;
    await givenConsent(ctx, ...Array.from({ length: 600 }, (_, index) => entry(index)));
    clock.advance(1);
    await givenConsent(ctx, ...Array.from({ length: 600 }, (_, index) => entry(600 + index)));
    const record: ConsentRecord = (await read(id)).body;
    expect([record.complete, record.entries.length, record.verification.ok]).toEqual([false, 1000, true]);
    expect(record.entries.slice(-600).every(({ details }) => Number(details['index']) >= 600)).toBe(true);
    const pdf = await read(`${id}.pdf`);
    expect([pdf.status, pdf.body.code]).toEqual([409, 'export_too_large']);
  });
});
