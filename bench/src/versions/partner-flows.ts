import assert from 'node:assert/strict';
import { demoVin } from '@makewhole/server/src/start/demo/cast.ts';
import { partnerHook, won, type Flow, type Maker } from './book.ts';

/** Borrowers of an institution. */
export const referralFlows = (flow: Maker): readonly Flow[] => [
  flow('a borrower accepts and is settled', async (book) => {
    const { stage, play, referral, story, staff, person, caseReads, partnerRead, staffRead } = book;
    const before = stage.delivered(partnerHook).length;
    await play(referral.refers(), referral.accepts());
    // Its market is read by a sweep, which a closed case no longer needs.
    await stage.settle();
    const { consultation_number: number } = await staff(`GET /referrals/${story.sourceId}`);
    story.id = (await staff(`GET /board/search?q=${number}`)).data[0].id;
    await play(referral.moves('review', { status: 'in_review' }));
    const today = stage.clock.now().toISOString().slice(0, 10);
    await staff(`PUT /referrals/${story.sourceId}/loan`, { payoff_cents: person.offerCents, payoff_as_of: today });
    await staff(`PUT /referrals/${story.sourceId}/checklist`, { item: 'payoff_letter', received_on: today });
    await staff(`POST /referrals/${story.sourceId}/settle`, won(person));
    await play(referral.moves('close', { note: 'Synthetic.' }));
    assert(stage.delivered(partnerHook).length >= before + 5, `${story.sourceId}: events did not arrive`);
    return [
      ...caseReads(),
      staffRead(`/referrals/${story.sourceId}`),
      partnerRead(`/referrals/${story.sourceId}`),
      partnerRead('/analytics'),
      partnerRead('/events?order=asc'),
    ];
  }),
  flow('a borrower declines', async ({ play, referral, story, partnerRead }) => {
    await play(referral.refers(), referral.moves('decline'));
    return [partnerRead(`/referrals/${story.sourceId}`)];
  }),
  flow('a referral is canceled', async ({ play, referral, story, partnerRead }) => {
    await play(referral.refers(), referral.cancels('Synthetic.'));
    return [partnerRead(`/referrals/${story.sourceId}`)];
  }),
];

/** Members, and what is billed for them. The month comes last: whatever is open then expires. */
export const memberFlows = (flow: Maker): readonly Flow[] => [
  flow('a member has a loss', async (book) => {
    const { stage, play, member, acts, caseReads, partnerRead } = book;
    await play(member.enrolls());
    // A loss is of days after the enrollment; a whole number of weeks keeps the hours of the team.
    await stage.advance(14 * 86_400);
    await play(member.reports());
    await stage.settle();
    await play(acts.calls('wanda', 'confirmed'), member.ends('complete'));
    return [...caseReads(), partnerRead('/plans/enrollments')];
  }),
  flow('rosters are synchronized', async ({ stage, partner, partnerRead }) => {
    const row = (number: number) => ({
      external_ref: `demo-loan-${number}`,
      member: { first_name: 'Synthetic', last_name: `Member ${number}`, email: `member-${number}@demo.example.com` },
      vehicle: { vin: demoVin(), year: 2022, make: 'Honda', model: 'Civic' },
      plan: 'basic',
    });
    const [first, second, third] = [row(1), row(2), row(3)];
    await partner('POST /plans/enrollments/bulk', { enrollments: [first, second] });
    await partner('POST /plans/roster-sync', { roster: [second, third] });
    await stage.work();
    return [partnerRead('/plans/enrollments')];
  }),
  flow('a month ends', async ({ stage, staff, given, staffRead, partnerRead }) => {
    // Long enough that whatever expires after thirty days has, too.
    await stage.advance(45 * 86_400);
    await stage.work();
    const { data } = await staff(`GET /institutions/${given.institutionId}/statements`);
    await staff(`POST /institutions/${given.institutionId}/statements/${data[0].id}/send`);
    await staff(`POST /institutions/${given.institutionId}/statements/${data[0].id}/status`, { status: 'paid' });
    await stage.work();
    return [staffRead(`/institutions/${given.institutionId}/statements`), partnerRead('/events?order=asc')];
  }),
];

/** What happens to deliveries. */
export const deliveryFlows = (flow: Maker): readonly Flow[] => [
  flow('an endpoint fails and recovers', async ({ stage, play, referral, story, partnerRead, staffRead, given }) => {
    stage.outside.receiver.answer((_request, response) => void response.writeHead(500).end());
    await play(referral.refers());
    stage.outside.receiver.answer((_request, response) => void response.writeHead(204).end());
    const before = stage.delivered(partnerHook).length;
    await stage.advance(3600);
    assert(stage.delivered(partnerHook).length > before, `${story.sourceId}: the event was not repeated`);
    return [partnerRead(`/referrals/${story.sourceId}`), staffRead(`/webhook-endpoints/${given.endpointId}/health`)];
  }),
  flow('a delivery is sent again', async ({ stage, staff, given, staffRead }) => {
    const { data } = await staff(`GET /deliveries?endpoint_id=${given.endpointId}`);
    const before = stage.delivered(partnerHook).length;
    const { id } = data.find(({ type }: { type: string }) => type === 'referral.created');
    await staff(`POST /deliveries/${id}/resend`);
    await stage.work();
    assert(stage.delivered(partnerHook).length > before, 'what was sent again did not arrive');
    return [staffRead(`/deliveries?endpoint_id=${given.endpointId}`)];
  }),
];
