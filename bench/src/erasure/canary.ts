// One synthetic person whose every value carries a mark, and everything that happens to them through the interfaces.
import { randomBytes } from 'node:crypto';
import type { Canary, ErasureStage } from './stage.ts';

/** Numbers reserved for fiction, of areas in which people live. */
const areas = ['212', '415', '512', '617', '202', '312', '404', '206'];

export function newCanary(index: number): Canary {
  const mark = `zq${randomBytes(6).toString('hex')}`;
  const digits = `${areas[index % areas.length]}55501${String(10 + index).slice(-2)}`;
  return { mark, email: `${mark}@example.com`, phone: digits, texts: [mark, digits] };
}

/** Letters and digits of a VIN, of which the mark's are some. */
const vinOf = ({ mark }: Canary, kind: string): string =>
  `1${kind}${mark.toUpperCase().replaceAll(/[IOQ]/g, 'X')}`.padEnd(17, '0').slice(0, 17);

const personOf = ({ mark, email, phone }: Canary) => ({ first_name: `F${mark}`, last_name: `L${mark}`, email, phone });

/** The smallest file that is a PDF, with the mark in its only page. */
const pdfOf = (mark: string): Buffer => {
  const words = `BT /F1 12 Tf 72 700 Td (Market valuation report for ${mark}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${words.length} >>\nstream\n${words}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  return Buffer.from(
    `${file}xref\n0 6\n0000000000 65535 f \n${rows}trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`,
  );
};

/** An intake with a report, a yes on the page, calls, notes, facts and a mail to us. */
export async function liveAsOwner(stage: ErasureStage, canary: Canary): Promise<string> {
  const { mark, email, phone } = canary;
  const { body: receipt } = await stage.call('POST', '/api/agent/v1/intakes', {
    headers: { 'idempotency-key': `key-${mark}`, 'user-agent': `Agent ${mark}` },
    body: {
      agent: { name: `Agent ${mark}`, platform: 'synthetic-agent', version: mark },
      customer: { ...personOf(canary), email, phone },
      consent: { attestation: `${mark} asked me to submit this and expects a call.`, attestor_name: `By ${mark}` },
      vehicle: { vin: vinOf(canary, 'H'), year: 2019, make: 'Honda', model: 'Accord' },
      loss: { zip: '78701', loss_state: 'TX' },
      offer: { insurer: 'Synthetic Mutual', claim_number: `C-${mark}`, acv_offer_cents: 1_650_000 },
      external_ref: `ref-${mark}`,
    },
  });
  const intakeId = String(receipt['intake_id']);
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(pdfOf(mark))], { type: 'application/pdf' }), `${mark}.pdf`);
  await stage.call('POST', `/api/agent/v1/intakes/${intakeId}/documents`, {
    token: String(receipt['poll_token']),
    form,
    statuses: [200, 201, 422],
  });
  await stage.call('POST', new URL(String(receipt['customer_confirmation_url'])).pathname, {
    raw: 'decision=confirm',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': `Browser ${mark}` },
  });
  const caseId = await stage.caseOf(intakeId);
  await workOn(stage, caseId, canary);
  await stage.mailTo(caseId, canary);
  return intakeId;
}

/** What the team does to a case. */
async function workOn(stage: ErasureStage, caseId: string, { mark }: Canary): Promise<void> {
  const staff = (method: string, path: string, body: unknown) =>
    stage.call(method, `/api/staff/v1${path}`, { token: stage.staffToken, body });
  await staff('POST', `/cases/${caseId}/notes`, { words: `Note about ${mark}`, draft_key: `draft-${mark}` });
  const { body: facts } = await stage.call('GET', `/api/staff/v1/cases/${caseId}/facts`, { token: stage.staffToken });
  await staff('PATCH', `/cases/${caseId}/facts`, {
    seen: Number(facts['version']),
    changes: { condition: `Dented by ${mark}`, last_name: `Stated${mark}`, claim_number: `S-${mark}` },
  });
}

/** A referral whose borrower accepts, an enrollment, and a row of a roster. */
export async function liveAsBorrower(stage: ErasureStage, canary: Canary): Promise<string> {
  const { mark } = canary;
  const partner = (path: string, body: unknown) =>
    stage.call('POST', `/api/gap/v1${path}`, {
      token: stage.partnerKey,
      body,
      headers: { 'idempotency-key': `p${path}${mark}` },
    });
  const { body: referral } = await partner('/referrals', {
    external_ref: `loan-${mark}`,
    borrower: personOf(canary),
    vehicle: { vin: vinOf(canary, 'R'), year: 2021, make: 'Synthetic', model: 'Sedan' },
    claim: {
      carrier: 'Synthetic Mutual',
      claim_number: `C-${mark}`,
      loss_state: 'NY',
      date_of_loss: '2026-11-01',
      initial_offer_cents: 1_500_000,
    },
    liability: { loan_payoff_cents: 1_800_000, deductible_cents: 50_000 },
  });
  // A VIN of a member stays, since statements bill it; so it has no mark.
  const member = {
    member: personOf(canary),
    vehicle: { vin: stage.plainVin(), year: 2022 },
    external_ref: `m-${mark}`,
  };
  await partner('/plans/enrollments', member);
  await partner('/plans/roster-sync', {
    mode: 'apply',
    roster: [...stage.roster, { ...member, vehicle: { vin: stage.plainVin(), year: 2020 }, external_ref: `r-${mark}` }],
  });
  return String(referral['id']);
}
