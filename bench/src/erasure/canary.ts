// One synthetic person with a mark in every value, and everything that happens to them through the interfaces.
import { randomBytes } from 'node:crypto';
import { taggedAddress } from '@makewhole/server/src/lib/text/tagged-address.ts';
import { drawCcc } from '@makewhole/server/test/reports/ccc.ts';
import { factsOf } from '@makewhole/server/test/reports/facts.ts';
import { Paper } from '@makewhole/server/test/reports/paper.ts';
import { mailDomain, mailSecret, publicBase, vault, type Canary, type ErasureStage } from './stage.ts';
import { appraise, workOn } from './team-acts.ts';

/** Numbers reserved for fiction, of areas in which people live. */
const areas = ['212', '415', '512', '617', '202', '312', '404', '206'];

export function newCanary(index: number): Canary {
  const mark = `zq${randomBytes(6).toString('hex')}`;
  const phone = (nth: number) => `${areas[(index * 4 + nth) % areas.length]}55501${String(10 + index * 4 + nth)}`;
  const otherPhones = [phone(1), phone(2), phone(3)] as const;
  return {
    mark,
    email: `${mark}@example.com`,
    phone: phone(0),
    otherPhones,
    texts: [mark, phone(0), ...otherPhones],
  };
}

/** Letters and digits of a VIN, some of them from the mark. */
export const vinOf = ({ mark }: Canary, kind: string): string =>
  `1${kind}${mark.toUpperCase().replaceAll(/[IOQ]/g, 'X')}`.padEnd(17, '0').slice(0, 17);

export const personOf = ({ mark, email, phone }: Canary) => ({
  first_name: `F${mark}`,
  last_name: `L${mark}`,
  email,
  phone,
});

/** What a browser sends with one of our forms. */
export const formHeaders = ({ mark }: Canary) => ({
  'content-type': 'application/x-www-form-urlencoded',
  'sec-fetch-site': 'same-origin',
  'user-agent': `Browser ${mark}`,
});

export async function reportPdfOf({ mark }: Canary, seed: number): Promise<Uint8Array<ArrayBuffer>> {
  const facts = { ...factsOf(seed), owner: `L${mark}`, claimNumber: `R-${mark}` };
  const pdf = await drawCcc(new Paper(), facts, { seed }).done();
  // PDF pages are compressed; the text after the end of the document is not.
  return new Uint8Array(Buffer.concat([pdf, Buffer.from(`\n% ${mark}\n`)]));
}

const reportOf = async (canary: Canary, seed: number): Promise<FormData> => {
  const form = new FormData();
  const file = new Blob([await reportPdfOf(canary, seed)], { type: 'application/pdf' });
  form.append('file', file, `${canary.mark}.pdf`);
  return form;
};

async function submit(stage: ErasureStage, canary: Canary, more: object) {
  const { mark } = canary;
  const { body } = await stage.call('POST', '/api/agent/v1/intakes', {
    headers: { 'idempotency-key': `key-${mark}-${randomBytes(4).toString('hex')}`, 'user-agent': `Agent ${mark}` },
    body: {
      agent: { name: `Agent ${mark}`, platform: 'synthetic-agent', version: mark },
      customer: personOf(canary),
      consent: { attestation: `${mark} asked me to submit this and expects a call.`, attestor_name: `By ${mark}` },
      external_ref: `ref-${mark}`,
      ...more,
    },
  });
  return { intakeId: String(body.intake_id), pollToken: String(body.poll_token) };
}

/**
 * A registration, an intake with a report, a confirmation, their own page, everything the team does, and their
 * replies.
 */
export async function liveAsOwner(stage: ErasureStage, canary: Canary, seed: number): Promise<void> {
  const { mark, email } = canary;
  await register(stage, canary);
  await beAppraised(stage, canary);
  await stage.idle();
  const mails = stage.outside.mailbox.to(email).length;
  const { intakeId, pollToken: token } = await submit(stage, canary, {
    vehicle: { vin: vinOf(canary, 'H'), year: 2019, make: 'Honda', model: 'Accord', trim: 'EX', odometer: 50_000 },
    loss: { zip: '78701', loss_state: 'TX' },
    offer: { insurer: 'Synthetic Mutual', claim_number: `C-${mark}`, acv_offer_cents: 1_650_000 },
  });
  await stage.call('POST', `/api/agent/v1/intakes/${intakeId}/documents`, {
    token,
    form: await reportOf(canary, seed),
  });
  const link = await stage.mailed(canary, /\/c\/\w{32}/, mails);
  await stage.call('POST', link, { raw: 'decision=confirm', headers: formHeaders(canary) });
  const caseId = await stage.caseOf(intakeId);
  await useOwnPage(stage, canary, caseId);
  await workOn(stage, canary, { caseId, intakeId });
  await answer(stage, canary, caseId);
  await haveAnotherNumber(stage, canary);
  await stage.idle();
}

async function register(stage: ErasureStage, { mark, email }: Canary): Promise<void> {
  const { body: agreement } = await stage.call('GET', '/api/agent/v1/agreement');
  await stage.call('POST', '/api/agent/v1/register', {
    body: {
      agent: { name: `Agent ${mark}`, platform: 'synthetic-agent' },
      operator: { name: `Operator ${mark}`, email },
      agreement: { accepted: true, version: agreement.version },
    },
  });
}

/** What an owner does on their own page. */
async function useOwnPage(stage: ErasureStage, canary: Canary, caseId: string): Promise<void> {
  const page = stage.pageOf(caseId, canary);
  const press = (what: string, fields: Readonly<Record<string, string>>) =>
    stage.call('POST', `${page}/${what}`, {
      raw: new URLSearchParams(fields).toString(),
      headers: formHeaders(canary),
      statuses: [303],
    });
  for (const kind of ['copy', 'correct', 'delete']) await press('requests', { kind, words: `I am ${canary.mark}` });
  await press('facts', { vin: vinOf(canary, 'P'), odometer: '51000' });
  await press('channels', { channels: 'set', text: 'stop' });
  await stage.call('POST', `${page}/report`, {
    form: await reportOf(canary, 7),
    headers: { 'sec-fetch-site': 'same-origin', 'user-agent': `Browser ${canary.mark}` },
    statuses: [200, 303, 422],
  });
}

/** A text and an email to us. */
async function answer(stage: ErasureStage, { mark, email, phone }: Canary, caseId: string): Promise<void> {
  const form = { From: `+1${phone}`, Body: `I am ${mark} and I text you.`, MessageSid: `SM${mark}` };
  await stage.call('POST', '/hooks/text/replies', {
    raw: new URLSearchParams(form).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': stage.outside.twilio.sign(`${publicBase}/hooks/text/replies`, form),
    },
  });
  const to = taggedAddress({ vault }, { kind: 'reply', id: caseId }, mailDomain);
  await takeMail(stage, to, [
    `From: F${mark} <${email}>`,
    `To: <${to}>`,
    `Subject: About ${mark}`,
    `Message-ID: <${mark}@example.com>`,
    'Content-Type: text/plain; charset=utf-8',
    '',
    `I am ${mark} and I have a question.`,
  ]);
}

/** The mail server reports that the address accepts no mail, so we stop writing to it. */
export async function bounce(stage: ErasureStage, { email }: Canary): Promise<void> {
  const [sent] = await stage.query(
    `select m.id from customers.messages m join intakes.intakes i on i.id = m.subject_id
     where i.email = $1 and m.channel = 'email' and m.state = 'sent' limit 1`,
    email,
  );
  const messageId = String(sent?.['id']);
  const to = taggedAddress({ vault }, { kind: 'bounce', id: messageId }, mailDomain);
  await takeMail(stage, to, [
    'From: mailer-daemon@example.com',
    `To: <${to}>`,
    'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
    '',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mail.example',
    '',
    `Final-Recipient: rfc822; ${email}`,
    'Action: failed',
    'Status: 5.1.1',
    '--b--',
  ]);
}

const takeMail = (stage: ErasureStage, to: string, lines: readonly string[]) =>
  stage.call('POST', '/providers/mail', {
    raw: [...lines, ''].join('\r\n'),
    headers: { authorization: `Bearer ${mailSecret}`, 'x-recipient': to, 'content-type': 'message/rfc822' },
    statuses: [204],
  });

/** A second case whose phone number belonged to another person; the owner gives another. */
async function haveAnotherNumber(stage: ErasureStage, canary: Canary): Promise<void> {
  const [wrong, given] = canary.otherPhones;
  const { intakeId } = await submit(stage, canary, {
    customer: { ...personOf(canary), phone: wrong },
    vehicle: { vin: stage.plainVin(), year: 2020, make: 'Honda', model: 'Civic' },
  });
  await giveAnother(stage, canary, { calls: `/intakes/${intakeId}/calls`, given });
}

/** A case for a vehicle with a known market, closed after its appraisal. */
async function beAppraised(stage: ErasureStage, canary: Canary): Promise<void> {
  const customer = { ...personOf(canary), phone: canary.otherPhones[2] };
  const { intakeId } = await submit(stage, canary, {
    customer,
    vehicle: { year: 2019, make: 'Honda', model: 'CR-V', trim: 'EX', odometer: 50_000 },
    loss: { zip: '78701', loss_state: 'TX' },
    offer: { insurer: 'Synthetic Mutual', claim_number: `A-${canary.mark}`, acv_offer_cents: 1_650_000 },
  });
  await appraise(stage, canary, { caseId: await stage.caseOf(intakeId), intakeId });
}

/** Where a call is logged, and the number given instead. */
type Given = { readonly calls: string; readonly given: string };

export async function giveAnother(stage: ErasureStage, canary: Canary, { calls, given }: Given): Promise<void> {
  const before = stage.outside.mailbox.to(canary.email).length;
  await stage.staff('POST', calls, { outcome: 'wrong_number', note: `Not ${canary.mark}` });
  const link = await stage.mailed(canary, /\/c\/number\/\w+/, before);
  await stage.call('POST', link, {
    raw: new URLSearchParams({ number: given }).toString(),
    headers: formHeaders(canary),
    statuses: [303],
  });
}
