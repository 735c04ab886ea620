import { expect, it } from 'vitest';
import { closeErased } from '#app/callbacks';
import { useHarness } from '#test/harness';
import { until } from '#test/until';
import { makeReport } from '#test/reports/corpus';
import { givenPartner } from '#testing/partners';
import { givenPortalUser } from '#testing/portal';
import { bringTo, givenReferral, sendReportAs } from '#testing/referrals';
import { eraseCustomer } from './erase-customer.ts';

const harness = useHarness();

it('an erasure removes what an institution sent about a borrower: the row, the document and its file', async () => {
  const h = harness.current;
  const { key, institutionId } = await givenPartner(h);
  const { id } = await givenReferral(h, key);
  await bringTo(h, key, { id, status: 'activated' });
  const portal = await givenPortalUser(h, { role: 'operations', institutionId });
  const { pdf } = await makeReport('ccc', 21);
  const sent = await sendReportAs(h, portal, { referralId: id, pdf, name: 'of-the-borrower.pdf' });
  expect(sent.status).toBe(201);
  const count = async (text: string) => (await h.ctx.db.many({ text, values: [id] })).length;
  const row = await h.ctx.db.find<{ object_key: string }>({
    text: 'select object_key from documents.documents where intake_id = $1',
    values: [id],
  });
  expect(await h.ctx.objects.find(row?.object_key ?? '')).toBeDefined();
  await eraseCustomer(h.ctx, { name: id, by: 'test', close: closeErased });
  expect(await count('select from referrals.sent_documents where referral_id = $1')).toBe(0);
  expect(await count('select from documents.documents where intake_id = $1')).toBe(0);
  await until('the file is removed', async () => (await h.ctx.objects.find(row?.object_key ?? '')) === undefined);
  const path = `/referrals/${id}`;
  expect((await portal.call('GET', path)).body.documents).toEqual([]);
  expect((await portal.call('GET', `${path}/documents/${sent.body.documents[0].id}/file`)).status).toBe(404);
});
