// Every flow of the product once, using the demonstration's acts: the same people in the same order in every run.
import assert from 'node:assert/strict';
import { cast, demoVin } from '@makewhole/server/src/entrypoints/demo/cast.ts';
import { demoAgent } from '@makewhole/server/src/entrypoints/demo/story-acts.ts';
import {
  type Book,
  type Flow,
  type Given,
  type Maker,
  type Read,
  agentHook,
  createBook,
  partnerHook,
  won,
} from './book.ts';
import type { HttpStage } from './stage.ts';

/** From an agent's submission or a call to a case in progress or closed. */
const caseFlows = (flow: Maker): readonly Flow[] => [
  flow('an owner confirms by the link', async ({ stage, person, story, play, acts, caseReads }) => {
    const before = stage.delivered(agentHook).length;
    await play(acts.submits());
    stage.mailed(person.email, /\/c\/\w{32}/);
    await play(acts.answers('confirm'), acts.uploads('agent'));
    assert(stage.delivered(agentHook).length >= before + 3, `${story.sourceId}: events did not arrive`);
    return caseReads();
  }),
  flow('an owner declines', async ({ play, acts, caseReads }) => {
    await play(acts.submits(), acts.answers('decline'));
    return caseReads();
  }),
  flow('a call is answered', async ({ play, acts, person, caseReads }) => {
    await play(acts.submits(), acts.calls('pippa', 'confirmed', { note: 'synthetic' }), acts.starts('pippa'));
    await play(
      acts.notes('pippa', 'Synthetic note.'),
      acts.states('pippa', { odometer: person.vehicle.odometer + 1 }),
      acts.assigns('lead', 'Synthetic Staff'),
      acts.uploads('pippa'),
    );
    return caseReads();
  }),
  flow('a callback is promised', async ({ stage, play, acts, story, staff, caseReads }) => {
    await play(acts.submits());
    await staff(`POST /queue/${story.id}/claim`);
    await staff(`POST /queue/${story.id}/heartbeat`);
    await staff(`POST /queue/${story.id}/release`);
    const callbackFrom = new Date(stage.clock.now().getTime() + 3_600_000);
    await play(acts.calls('rufus', 'voicemail'));
    await staff(`POST /cases/${story.id}/messages`, { template: 'voicemail', channel: 'email' });
    await stage.work();
    await play(acts.calls('rufus', 'callback_requested', { callbackFrom }));
    return caseReads();
  }),
  flow('an owner replies STOP', async ({ stage, person, play, acts, caseReads }) => {
    await play(acts.submits());
    await stage.text(`+1${person.phone.replaceAll(/\D/g, '')}`, 'STOP');
    await stage.work();
    return caseReads();
  }),
  flow('a caller is told never again', async ({ play, acts, caseReads }) => {
    await play(acts.submits(), acts.calls('wanda', 'do_not_contact'));
    return caseReads();
  }),
  flow('a number is wrong', async ({ play, acts, caseReads }) => {
    await play(acts.submits(), acts.calls('pippa', 'wrong_number'));
    return caseReads();
  }),
  flow('somebody telephones', async ({ play, acts, caseReads }) => {
    await play(acts.telephones('pippa'));
    return caseReads().slice(0, 3);
  }),
  flow('a case is closed and opened again', async ({ play, acts, caseReads }) => {
    await play(acts.submits(), acts.calls('pippa', 'confirmed'), acts.starts('pippa'));
    await play(acts.closes('pippa', 'offer_fair', 'Synthetic.'), acts.reopens('lead', 'Synthetic.'));
    return caseReads();
  }),
];

/** What owners pay. */
const moneyFlows = (flow: Maker): readonly Flow[] => [
  flow('an appraisal is paid', async ({ stage, play, acts, money, story, caseReads, staffRead }) => {
    await play(acts.submits(), acts.calls('wanda', 'confirmed'), acts.starts('wanda'), money.delivers('wanda'));
    await play(money.accepts('research'), money.entersCard(), money.drafts('wanda'), money.releasesAppraisal('wanda'));
    // Waits until a sweep has charged the card.
    await stage.settle();
    await play(money.refunds('research', 500));
    return [...caseReads(), staffRead(`/holds?consultation_id=${story.id}`), staffRead(`/cases/${story.id}/appraisal`)];
  }),
  flow('a saved card is charged', async ({ play, acts, money, person, story, caseReads, staffRead }) => {
    await play(acts.submits(), acts.calls('wanda', 'confirmed'), acts.starts('wanda'), money.delivers('wanda'));
    await play(money.accepts('representation'), money.entersCard());
    await play(money.records('wanda', won(person)), money.charges('representation'));
    return [...caseReads(), staffRead(`/holds?consultation_id=${story.id}`)];
  }),
  flow('a hold is released', async ({ play, acts, money, story, caseReads, staffRead }) => {
    await play(acts.submits(), acts.calls('pippa', 'confirmed'), acts.starts('pippa'), money.delivers('pippa'));
    await play(money.accepts('research'), money.entersCard(), money.releasesHold('research'));
    return [...caseReads(), staffRead(`/holds?consultation_id=${story.id}`)];
  }),
];

/** Borrowers of an institution. */
const referralFlows = (flow: Maker): readonly Flow[] => [
  flow('a borrower accepts and is settled', async (book) => {
    const { stage, play, referral, story, staff, person, caseReads, partnerRead, staffRead } = book;
    const before = stage.delivered(partnerHook).length;
    await play(referral.refers(), referral.accepts());
    // A sweep reads its market, which a closed case no longer needs.
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

/** Members, and the bills for them. The month comes last, because everything open then expires. */
const memberFlows = (flow: Maker): readonly Flow[] => [
  flow('a member has a loss', async (book) => {
    const { stage, play, member, acts, caseReads, partnerRead } = book;
    await play(member.enrolls());
    // The loss is days after the enrollment; whole weeks keep the team's hours.
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
    // Long enough for everything that expires after thirty days.
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
const deliveryFlows = (flow: Maker): readonly Flow[] => [
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

export function createFlows(stage: HttpStage, staffToken: string): readonly Flow[] {
  const given: Given = { agentKey: '', institutionId: '', liveKey: '', endpointId: '' };
  const people = [...cast];
  const flow = (name: string, run: (book: Book) => Promise<readonly Read[]>): Flow => ({
    name,
    run: () => {
      const person = people.shift();
      assert(person !== undefined, 'the cast is too small');
      return run(createBook({ stage, staffToken, given, person }));
    },
  });
  return [
    flow('an agent registers', registerAgent),
    flow('an institution is set up', setUpInstitution),
    ...caseFlows(flow),
    ...moneyFlows(flow),
    ...referralFlows(flow),
    ...deliveryFlows(flow),
    ...memberFlows(flow),
  ];
}

async function registerAgent({ stage, given }: Book): Promise<readonly Read[]> {
  const { version } = await stage.call('GET /api/agent/v1/agreement');
  const email = 'operator@demo.example.com';
  const body = {
    agent: demoAgent,
    operator: { name: 'Synthetic Operator', email },
    agreement: { accepted: true, version },
  };
  const { registration_id } = await stage.call('POST /api/agent/v1/register', { body, expects: 202 });
  await stage.work();
  const code = stage.mailed(email, /\b\d{6}\b/);
  const verified = await stage.call('POST /api/agent/v1/register/verify', {
    body: { registration_id, code },
    expects: 201,
  });
  const { api_key: token } = await stage.call('POST /api/agent/v1/me/rotate-key', {
    token: verified.api_key,
    expects: 201,
  });
  given.agentKey = token;
  const url = `https://${stage.outside.receiver.host}${agentHook}`;
  await stage.call('PUT /api/agent/v1/me/webhook', { token, body: { url } });
  return [{ path: '/api/agent/v1/me', token }];
}

async function setUpInstitution({ stage, given, staff, post, staffRead }: Book): Promise<readonly Read[]> {
  await staff('PUT /statements/settings', {
    issuer: 'Makewhole (synthetic)',
    remit_to: 'Account 000 at Synthetic Bank',
  });
  const { id } = await post('/institutions', {
    name: 'Synthetic Credit Union',
    plans: [
      { code: 'basic', unit_price_cents: 150 },
      { code: 'plus', unit_price_cents: 290 },
    ],
    program: { mode: 'institution_paid', subsidy_type: null, subsidy_value: null },
    technical_contact_email: 'engineer@demo.example.com',
    billing_contact_email: 'bills@demo.example.com',
    bill_to: 'Synthetic Credit Union\n1 Imaginary Way',
  });
  const key = async (livemode: boolean): Promise<string> => (await post(`/institutions/${id}/keys`, { livemode })).key;
  Object.assign(given, { institutionId: id, liveKey: await key(true) });
  await key(false);
  const url = `https://${stage.outside.receiver.host}${partnerHook}`;
  const endpoint = await post(`/institutions/${id}/webhook-endpoints`, { url, livemode: true, payload: 'full' });
  given.endpointId = endpoint.id;
  await staff(`PUT /institutions/${id}/gap-terms`, { ltv_cap_percent: 125, deductible_cover_cents: 100_000 });
  await staff(`POST /webhook-endpoints/${endpoint.id}/test`);
  await staff(`POST /webhook-endpoints/${endpoint.id}/rotate`, { overlap_hours: 24 });
  await staff(`POST /webhook-endpoints/${endpoint.id}/promote`);
  await stage.work();
  assert(stage.delivered(partnerHook).length > 0, 'the test event did not arrive');
  return [staffRead(`/institutions/${id}`), staffRead(`/webhook-endpoints/${endpoint.id}/health`)];
}
