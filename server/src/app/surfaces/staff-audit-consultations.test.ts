import { beforeAll, describe, expect, it } from 'vitest';
import { storeSnapshot, readMarket } from '#modules/vehicles';
import { transact } from '#platform/db';
import { callAudited, consultationOperations, lastSeq, rowsAfter } from '#test/fixtures/audit-rows';
import { makeReport } from '#test/reports/corpus';
import { useCardHarness } from '#test/doubles/stripe';
import { givenSession } from '#testing/staff';
import { givenCard, givenCheckout, givenHold, captureBody } from '#testing/checkout';
import { givenAppraisal } from '#testing/appraisals';
import { givenDocument } from '#testing/documents';
import { bringTo, givenIntake } from '#testing/intakes';
import { givenListings, sampleSubject } from '#testing/vehicles/market';
import { givenReport } from '#testing/appraisals/report-checks';

const parts = useCardHarness();
const walked = new Set<string>();
let browser: Awaited<ReturnType<typeof givenSession>>;

beforeAll(async () => {
  browser = await givenSession(parts.current.harness);
});

const act = (operation: string, route: string, ...body: readonly [] | readonly [unknown]) => {
  walked.add(operation);
  return callAudited(parts.current.harness, browser, { operation, route, body });
};

const consultationOf = async (sourceId: string): Promise<string> =>
  (
    await parts.current.harness.ctx.db.pool.query('select id from consultations.consultations where source_id = $1', [
      sourceId,
    ])
  ).rows[0].id;

describe('every operation about one case leaves exactly one row', () => {
  it('one row is left when the case is searched, viewed and delivered', async () => {
    const { harness } = parts.current;
    const receipt = await givenIntake(harness, { customer: { phone: '2125550133' } });
    await bringTo(harness, receipt, 'consultation_active');
    const id = await consultationOf(receipt.intake_id);
    await act('board.search', 'GET /board/search?q=2125550133');
    await act('board.get-case', `GET /board/cases/${id}`);
    await act('facts.get', `GET /cases/${id}/facts`);
    await act('facts.change', `PATCH /cases/${id}/facts`, { seen: 0, changes: { odometer: 1000 } });
    await act('board.get-consent', `GET /consent/${id}`);
    await act('board.get-consent-pdf', `GET /consent/${id}.pdf`);
    await act('consultations.assign', `POST /consultations/${id}/assignee`, { staff_id: null });
    const { headers } = browser;
    const { body: wording } = await harness.call('GET', '/api/staff/v1/telephone-wording', { headers });
    await act('intakes.create-by-telephone', 'POST /telephone-cases', {
      customer: { phone: '2125550134' },
      wording_version: wording.version,
      agreed: true,
      number_read_back: true,
    });
    await act('checkout.deliver', `POST /consultations/${id}/deliver`);
    // A repeat changes nothing, but is still recorded.
    await act('checkout.deliver', `POST /consultations/${id}/deliver`);
    expect(walked).toContain('checkout.deliver');
  });

  it('one row is left when its holds are captured, refunded and released', async () => {
    const { harness } = parts.current;
    const checkout = await givenCheckout(harness);
    const research = await givenHold(parts.current, checkout, 'research');
    await act('checkout.capture-hold', `POST /holds/${research}/capture`, captureBody);
    const refund = { reason: 'goodwill', seen_refunded_cents: 0, amount_cents: 100 };
    await act('checkout.refund-charge', `POST /holds/${research}/refund`, refund);
    const representation = await givenCard(parts.current, checkout);
    const settlement = { settlement_cents: 1_500_000, initial_offer_cents: 1_450_000 };
    await act('checkout.record-settlement', `POST /consultations/${checkout.consultationId}/settlement`, settlement);
    await act('checkout.release-hold', `POST /holds/${representation}/release`);
    expect(walked).toContain('checkout.release-hold');
  });

  it('one row is left when its link is sent again, a payment is noted and undone, and it is closed and reopened', async () => {
    const { harness } = parts.current;
    const { consultationId: id } = await givenCheckout(harness);
    harness.clock.advance(600);
    await act('checkout.send-link', `POST /consultations/${id}/checkout-link`);
    const payment = { product: 'research', amount_cents: 19_900, method: 'check', paid_on: '2026-11-15' };
    const { body } = await act('checkout.note-payment', `POST /consultations/${id}/payments`, payment);
    await act('checkout.void-payment', `POST /payments/${body.noted[0].id}/void`);
    await act('consultations.close', `POST /consultations/${id}/close`, { reason: 'mistake' });
    await act('consultations.reopen', `POST /consultations/${id}/reopen`, { reason: 'It was not.' });
    expect(walked).toContain('consultations.reopen');
  });

  it('one row is left when the provider refuses the request', async () => {
    const { harness, stripe } = parts.current;
    const hold = await givenHold(parts.current, await givenCheckout(harness), 'research');
    const { headers } = await givenSession(harness);
    const before = await lastSeq(harness);
    stripe.bank.events.splice(0);
    stripe.interrupt(({ method, path }, when) => {
      if (method === 'POST' && path.endsWith('/capture')) stripe.behave(when === 'before' ? 'refuse' : 'accept');
    });
    const { status } = await harness.call('POST', `/api/staff/v1/holds/${hold}/capture`, {
      headers,
      body: captureBody,
    });
    stripe.interrupt(undefined);
    stripe.behave('accept');
    expect(status).toBe(409);
    expect(await rowsAfter(harness, before)).toEqual([
      expect.objectContaining({ kind: 'action', operation: 'checkout.capture-hold', subject_id: hold }),
    ]);
  });

  it('one row is left when its report is checked, and the findings are shown and withdrawn', async () => {
    const { harness } = parts.current;
    const { intake_id: intakeId } = await givenIntake(harness);
    await givenReport(harness, intakeId);
    const at = `/cases/${await consultationOf(intakeId)}/report-check`;
    const { body: check } = await act('report-checks.get', `GET ${at}`);
    const ids = check.findings.map(({ id }: { readonly id: string }) => id);
    await act('report-checks.release', `POST ${at}/release`, { fingerprint: check.fingerprint, finding_ids: ids });
    await act('report-checks.withdraw', `POST ${at}/withdraw`);
    expect(walked).toContain('report-checks.withdraw');
  });

  it('one row is left when its documents and its market are read', async () => {
    const { harness } = parts.current;
    const { intake_id: intakeId } = await givenIntake(harness);
    const document = await givenDocument(harness, intakeId);
    await act('documents.get', `GET /documents/${document.id}`);
    await act('documents.get-file', `GET /documents/${document.id}/file`);
    await act('documents.get-page', `GET /documents/${document.id}/page?number=1`);
    await givenListings(harness.ctx, [{}]);
    const read = await readMarket(harness.ctx, sampleSubject());
    if (read === undefined) throw new Error('the market was not read');
    const snapshot = await transact(harness.ctx, async (tx) => storeSnapshot(tx, read));
    await act('market.get-snapshot', `GET /snapshots/${snapshot}`);
    expect(walked).toContain('market.get-snapshot');
  });

  it('one row is left when its appraisal is composed, viewed, released and withdrawn', async () => {
    const { consultationId } = await givenAppraisal(parts.current.harness);
    const path = `/cases/${consultationId}/appraisal`;
    await act('appraisals.compose', `PUT ${path}/draft`, { revision: 0, left_out: [], signer_name: 'Synthetic Staff' });
    await act('appraisals.get', `GET ${path}`);
    await act('appraisals.preview', `GET ${path}/preview`);
    await act('appraisals.preview-pdf', `GET ${path}/preview.pdf`);
    await act('appraisals.release', `POST ${path}/release`, { revision: 1, reason: 'goodwill' });
    await act('appraisals.withdraw', `POST ${path}/withdraw`, { number: 1, reason: 'Synthetic.' });
    expect(walked).toContain('appraisals.withdraw');
  });

  it('one row is left when a report is added by a form of the board, and none while nothing is added', async () => {
    const { harness } = parts.current;
    const id = await consultationOf((await givenIntake(harness)).intake_id);
    const { pdf } = await makeReport('ccc', 1);
    const send = (bytes: Uint8Array, headers: Record<string, string>) => {
      const body = new FormData();
      body.append('file', new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }), 'report.pdf');
      return fetch(`${harness.baseUrl}/api/staff/v1/cases/${id}/documents`, { method: 'POST', headers, body });
    };
    const before = await lastSeq(harness);
    expect((await send(Buffer.from('no report'), browser.headers)).status).toBe(400);
    expect(await rowsAfter(harness, before)).toEqual([]);
    const foreign = { ...browser.headers, origin: 'https://elsewhere.example' };
    expect((await send(pdf, foreign)).status).toBe(403);
    const refused = await lastSeq(harness);
    expect((await send(pdf, browser.headers)).status).toBe(200);
    walked.add('facts.attach-report');
    expect(await rowsAfter(harness, refused)).toEqual([
      expect.objectContaining({ kind: 'action', operation: 'facts.attach-report', subject_id: id }),
    ]);
  });

  it('and nothing was left out', () => {
    expect(walked).toEqual(consultationOperations);
  });
});
