// What the team does to an owner's case, with the mark in every text field.
import type { Canary, ErasureStage } from './stage.ts';

type Case = { readonly caseId: string; readonly intakeId: string };

export async function workOn(stage: ErasureStage, canary: Canary, { caseId, intakeId }: Case): Promise<void> {
  const { mark } = canary;
  const { staff } = stage;
  await staff('POST', `/queue/${caseId}/take-over`, { reason: `Taken for ${mark}` });
  await staff('POST', `/queue/${caseId}/release`, { reason: `Released for ${mark}` });
  await staff('POST', `/intakes/${intakeId}/calls`, { outcome: 'voicemail', note: `Not there: ${mark}` });
  await staff('POST', `/cases/${caseId}/messages`, { template: 'voicemail', channel: 'email', words: `Dear ${mark}` });
  await staff('POST', `/intakes/${intakeId}/calls`, { outcome: 'confirmed', note: `Said ${mark}` });
  await staff('POST', `/cases/${caseId}/notes`, { words: `Note about ${mark}`, draft_key: `draft-${mark}` });
  await changeFacts(stage, caseId, {
    condition: `Dented by ${mark}`,
    last_name: `Stated${mark}`,
    claim_number: `S-${mark}`,
  });
  const [{ body: me }, { body: all }] = await Promise.all([staff('GET', '/me'), staff('GET', '/colleagues')]);
  const colleague = (all.data as readonly { readonly id: string }[]).find(({ id }) => id !== me.id);
  await staff('POST', `/consultations/${caseId}/assignee`, {
    staff_id: colleague?.id,
    // The owner of the case after it was taken over.
    seen: me.id,
    reason: `Knows ${mark}`,
  });
  await staff('POST', `/intakes/${intakeId}/start`, {});
  await deliverAndPay(stage, canary, caseId);
  await checkReport(stage, caseId);
  await staff('POST', `/consultations/${caseId}/close`, { reason: 'other', note: `Closed for ${mark}` });
  await staff('POST', `/consultations/${caseId}/reopen`, { reason: `Opened for ${mark}` });
}

export async function changeFacts({ staff }: ErasureStage, caseId: string, changes: object): Promise<void> {
  const { body } = await staff('GET', `/cases/${caseId}/facts`);
  await staff('PATCH', `/cases/${caseId}/facts`, { seen: Number(body.version), changes });
}

/** The owner accepts terms and gives a card; the hold is released, and a payment arrives another way. */
async function deliverAndPay(stage: ErasureStage, { mark }: Canary, caseId: string): Promise<void> {
  const { staff, outside } = stage;
  const { body } = await staff('POST', `/consultations/${caseId}/deliver`);
  const [path = ''] = /\/checkout\/[0-9A-Za-z]{32}/.exec(String(body.checkout.research_url)) ?? [];
  await stage.call('POST', `${path}/research`, {
    raw: 'accept_terms=true',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'same-origin',
      'user-agent': `Payer ${mark}`,
    },
    statuses: [303],
  });
  const session = [...outside.stripe.bank.sessions.values()].at(-1);
  outside.stripe.bank.pay(session?.id ?? '', 'good');
  for (const event of outside.stripe.bank.events.splice(0))
    await stage.call('POST', '/providers/stripe', {
      raw: event.body,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': outside.stripe.sign(event.body),
      },
    });
  await stage.until("select 1 from checkout.holds where id = $1 and state = 'held'", session?.holdId);
  await staff('POST', `/holds/${session?.holdId}/release`);
  await stage.until("select 1 from checkout.holds where id = $1 and state = 'released'", session?.holdId);
  await staff('POST', `/consultations/${caseId}/payments`, {
    product: 'research',
    amount_cents: 19_900,
    method: 'check',
    paid_on: new Date().toISOString().slice(0, 10),
    note: `Check of ${mark}`,
  });
}

/** Written, released, withdrawn, and written again. */
export async function appraise({ staff }: ErasureStage, { mark }: Canary, { caseId, intakeId }: Case): Promise<void> {
  await staff('POST', `/intakes/${intakeId}/calls`, { outcome: 'confirmed' });
  await staff('POST', `/intakes/${intakeId}/start`, {});
  const path = `/cases/${caseId}/appraisal`;
  const draft = async () => {
    const { body } = await staff('GET', path);
    const words = { left_out: [], remarks: `About ${mark}`, signer_name: 'Robin Synthetic' };
    await staff('PUT', `${path}/draft`, { revision: body.revision, ...words });
  };
  await draft();
  const { body: drafted } = await staff('GET', path);
  await staff('POST', `${path}/release`, { revision: drafted.revision, reason: 'goodwill' });
  await staff('POST', `${path}/withdraw`, { number: 1, reason: `Withdrawn for ${mark}` });
  await draft();
  await staff('POST', `/consultations/${caseId}/close`, { reason: 'other', note: `Appraised for ${mark}` });
}

/** The findings about the insurer's report are shown to the owner. */
async function checkReport({ staff }: ErasureStage, caseId: string): Promise<void> {
  const { body } = await staff('GET', `/cases/${caseId}/report-check`);
  const found = (body.findings ?? []) as readonly { readonly id: string }[];
  if (found.length === 0) return;
  await staff('POST', `/cases/${caseId}/report-check/release`, {
    fingerprint: body.fingerprint,
    finding_ids: found.map(({ id }) => id),
  });
}
