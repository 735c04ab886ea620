import { describe, expect, it } from 'vitest';
import { givenCaller, startQueueDay } from '#testing/consultations';
import { givenIntake, givenTeam } from '#testing/intakes';
import { givenPartner } from '#testing/partners';
import { givenReferral, partnerCalls } from '#testing/referrals';
import { useHarness } from '#test/harness';
import { useCardHarness } from '#test/doubles/stripe';
import { captureHold } from '#mount/checkout/staff/charges';
import { asStaff, captureSaid, deliverProviderEvents, givenCard, givenCheckout, givenHold } from '#testing/checkout';
import type { ConsultationDetail } from '../schemas.ts';

const harness = useHarness();
const cards = useCardHarness();

describe('the timeline of a consultation', () => {
  it('the timeline has the newest entry first, even within one millisecond', async () => {
    const { key } = await givenPartner(harness.current);
    const { id: referralId } = await givenReferral(harness.current, key);
    const act = (route: string, body: unknown) => partnerCalls(harness.current, key)(route, body);
    await act(`PATCH /referrals/${referralId}`, { external_ref: 'edited' });
    for (const step of ['accept', 'settle', 'close']) await act(`POST /referrals/${referralId}/simulate`, { step });
    const row = await harness.current.ctx.db.find<{ id: string }>({
      text: 'select id from consultations.consultations where source_id = $1',
      values: [referralId],
    });
    const { token } = await givenTeam(harness.current);
    const { body } = await harness.current.call('GET', `/api/staff/v1/board/cases/${row?.id}`, { token });
    const { timeline }: ConsultationDetail = body;
    expect(timeline.filter(({ kind }) => kind === 'status').map(({ title }) => title)).toEqual([
      'Closed',
      'Settled',
      'The borrower accepted',
      'Changed by the institution',
      'Invited',
      'Referred',
    ]);
  });

  it('the timeline shows one claim by a staff member, however often they asked for the case', async () => {
    const one = await startQueueDay(harness.current);
    const other = await givenCaller(harness.current);
    const intake = await givenIntake(harness.current, {
      customer: { phone: '2125550123' },
      loss: { loss_state: 'NY' },
    });
    const team = await givenTeam(harness.current);
    const id = (await team.record(intake.intake_id)).consultation?.id ?? '';
    expect([(await one.next()).consultation?.id, (await one.next()).consultation?.id]).toEqual([id, id]);
    const { rows } = await harness.current.ctx.db.pool.query(
      "select count(*)::int as rows from audit.entries where subject_id = $1 and operation = 'consultations.claim-next'",
      [id],
    );
    expect(rows).toEqual([{ rows: 2 }]);
    await one.act('release', id, { reason: 'speaks another language' });
    harness.current.clock.advance(3600);
    expect((await other.next()).consultation?.id).toBe(id);
    const { body } = await harness.current.call('GET', `/api/staff/v1/board/cases/${id}`, { token: team.token });
    const { timeline }: ConsultationDetail = body;
    expect(timeline.map(({ title }) => title).filter((title) => /queue|back/.test(title))).toEqual([
      'Taken from the queue',
      'Given back',
      'Taken from the queue',
    ]);
  });

  it('the timeline keeps calls and their effects in order within one millisecond', async () => {
    const { key } = await givenPartner(harness.current, { livemode: true });
    const { id: referralId } = await givenReferral(harness.current, key);
    const { token } = await givenTeam(harness.current);
    const post = (path: string, body: unknown) => harness.current.call('POST', `/api/staff/v1${path}`, { token, body });
    await post(`/referrals/${referralId}/activate`, {});
    const row = await harness.current.ctx.db.find<{ id: string }>({
      text: 'select id from consultations.consultations where source_id = $1',
      values: [referralId],
    });
    const id = row?.id ?? '';
    for (const outcome of ['no_answer', 'voicemail', 'no_answer', 'confirmed'])
      expect((await post(`/queue/${id}/calls`, { outcome, note: outcome })).status).toBe(200);
    const { body } = await harness.current.call('GET', `/api/staff/v1/board/cases/${id}`, { token });
    const { timeline }: ConsultationDetail = body;
    expect(timeline.filter(({ kind }) => kind === 'call').map(({ note }) => note)).toEqual([
      'confirmed',
      'no_answer',
      'voicemail',
      'no_answer',
    ]);
    const kinds = timeline.map(({ kind }) => kind);
    expect(kinds.lastIndexOf('status')).toBeLessThan(kinds.indexOf('call'));
  });

  it('the timeline has payments above their cause, within one millisecond', async () => {
    const parts = cards.current;
    const checkout = await givenCheckout(parts.harness);
    const holdId = await givenHold(parts, checkout, 'research');
    await captureHold(asStaff(parts.harness.ctx), { holdId, ...captureSaid });
    await deliverProviderEvents(parts);
    await givenCard(parts, checkout);
    const { token } = await givenTeam(parts.harness);
    const path = `/api/staff/v1/board/cases/${checkout.consultationId}`;
    const { timeline }: ConsultationDetail = (await parts.harness.call('GET', path, { token })).body;
    const wordsOf = (product: string) =>
      timeline
        .filter(({ kind, title }) => kind === 'money' && title.includes(product))
        .map(({ title }) => /accepted|held|charged/.exec(title)?.[0]);
    expect(wordsOf('research')).toEqual(['charged', 'held', 'accepted']);
    expect(wordsOf('representation')).toEqual(['held', 'accepted']);
  });
});
