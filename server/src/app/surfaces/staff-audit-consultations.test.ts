import { beforeAll, describe, expect, it } from 'vitest';
import { storeSnapshot, readMarket } from '#modules/market';
import { transact } from '#platform/db';
import { callAudited, consultationOperations, lastSeq, rowsAfter } from '#test/fixtures/audit-rows';
import { useCardHarness } from '#test/doubles/stripe';
import { givenSession } from '#testing/staff';
import { givenCheckout, givenHold } from '#testing/checkout';
import { givenDocument } from '#testing/documents';
import { bringTo, givenIntake } from '#testing/intakes';
import { givenListings, sampleSubject } from '#testing/market';

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
  it('when it is searched, viewed and delivered', async () => {
    const { harness } = parts.current;
    const receipt = await givenIntake(harness, { customer: { phone: '2125550133' } });
    await bringTo(harness, receipt, 'consultation_active');
    const id = await consultationOf(receipt.intake_id);
    await act('board.search', 'GET /board/search?q=2125550133');
    await act('board.get-case', `GET /board/cases/${id}`);
    await act('board.get-consent', `GET /consent/${id}`);
    await act('board.get-consent-pdf', `GET /consent/${id}.pdf`);
    await act('checkout.deliver', `POST /consultations/${id}/deliver`);
    // A repeat changes nothing, and is recorded all the same.
    await act('checkout.deliver', `POST /consultations/${id}/deliver`);
    expect(walked).toContain('checkout.deliver');
  });

  it('when its holds are captured and released', async () => {
    const { harness } = parts.current;
    const checkout = await givenCheckout(harness);
    const research = await givenHold(parts.current, checkout, 'research');
    await act('checkout.capture-hold', `POST /holds/${research}/capture`);
    const representation = await givenHold(parts.current, checkout, 'representation');
    const settlement = { settlement_cents: 1_500_000, initial_offer_cents: 1_450_000 };
    await act('checkout.record-settlement', `POST /consultations/${checkout.consultationId}/settlement`, settlement);
    await act('checkout.release-hold', `POST /holds/${representation}/release`);
    expect(walked).toContain('checkout.release-hold');
  });

  it('also when the provider refuses the request', async () => {
    const { harness, stripe } = parts.current;
    const hold = await givenHold(parts.current, await givenCheckout(harness), 'research');
    const before = await lastSeq(harness);
    stripe.bank.events.splice(0);
    stripe.interrupt(({ method, path }, when) => {
      if (method === 'POST' && path.endsWith('/capture')) stripe.behave(when === 'before' ? 'refuse' : 'accept');
    });
    const { status } = await harness.call('POST', `/api/staff/v1/holds/${hold}/capture`, { headers: browser.headers });
    stripe.interrupt(undefined);
    stripe.behave('accept');
    expect(status).toBe(409);
    expect(await rowsAfter(harness, before)).toEqual([
      expect.objectContaining({ kind: 'action', operation: 'checkout.capture-hold', subject_id: hold }),
    ]);
  });

  it('when its documents and its market are read', async () => {
    const { harness } = parts.current;
    const { intake_id: intakeId } = await givenIntake(harness);
    const document = await givenDocument(harness, intakeId);
    await act('documents.get', `GET /documents/${document.id}`);
    await act('documents.get-file', `GET /documents/${document.id}/file`);
    await givenListings(harness.ctx, [{}]);
    const read = await readMarket(harness.ctx, sampleSubject());
    if (read === undefined) throw new Error('the market was not read');
    const snapshot = await transact(harness.ctx, async (tx) => storeSnapshot(tx, read));
    await act('market.get-snapshot', `GET /snapshots/${snapshot}`);
    expect(walked).toContain('market.get-snapshot');
  });

  it('and nothing was left out', () => {
    expect(walked).toEqual(consultationOperations);
  });
});
