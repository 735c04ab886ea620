// What AI agents do: submit, resubmit, set their webhook.
import { check, some } from '#bench/model-test/difference';
import { accept, submit } from '#bench/model-test/model/intakes';
import { hourMs, states } from '#bench/model-test/model/hours';
import { dollarsToCents } from '#bench/model-test/model/money';
import { receiptOf } from '#bench/model-test/model/receipt';
import type { Agent, Submission } from '#bench/model-test/model/state';
import type { Contacts } from '#bench/model-test/model/contact-book';
import { expectAnswer } from '#bench/model-test/world';
import type { Step, Walker } from '#bench/model-test/walker';

const vins = Array.from({ length: 4 }, (_, index) => `OWALKOOOOOOOOOO0${index}`);

/** Some have three decimals, the last of which is a five. */
const dollars = [18_250.755, 1.005, 9_999.995, 12_345.67, 20_000];

function someContacts(walker: Walker): Contacts {
  const { customers } = walker.model;
  const one = walker.pick(customers);
  const both = one.email !== undefined && one.phone !== undefined;
  if (both && walker.chance(0.12)) return { email: one.email, phone: undefined };
  if (both && walker.chance(0.12)) return { email: undefined, phone: one.phone };
  // A customer who uses another customer's number, so that two turn out to be one.
  const other = walker.pick(customers);
  if (both && other.phone !== undefined && walker.chance(0.06)) return { email: one.email, phone: other.phone };
  return { email: one.email, phone: one.phone };
}

function someOffer(walker: Walker): Submission['offer'] {
  if (walker.chance(0.3)) return undefined;
  if (walker.chance(0.5)) {
    const cents = 500_000 + walker.below(2_000_000);
    return { sent: { acv_offer_cents: cents }, cents };
  }
  const sent = walker.pick(dollars);
  return { sent: { acv_offer: sent }, cents: dollarsToCents(sent) };
}

function someSubmission(walker: Walker): Submission {
  const agent = walker.pick(walker.actors);
  const contacts = someContacts(walker);
  const states5 = walker.pick(states);
  const home = walker.model.customers.find(({ email, phone }) => email === contacts.email || phone === contacts.phone);
  const lossState = walker.pick([home?.state, home?.state, home?.state, states5, undefined]);
  return {
    agent,
    contacts,
    firstName: walker.chance(0.5) ? 'Synthetic' : undefined,
    lossState: walker.chance(0.03) ? 'PR' : lossState,
    vin: walker.chance(0.4) ? walker.pick(vins) : undefined,
    offer: someOffer(walker),
    notify: walker.chance(0.85),
    mode: agent !== undefined && walker.chance(0.3) ? 'warm_handoff' : 'customer_directed',
    externalRef: walker.chance(0.3) ? `case-${walker.below(100)}` : undefined,
  };
}

const bodyOf = ({ contacts, firstName, lossState, vin, offer, notify, mode, externalRef }: Submission) => ({
  agent: { name: 'Synthetic Agent', platform: 'synthetic-agent' },
  customer: JSON.parse(JSON.stringify({ first_name: firstName, ...contacts })),
  consent: { attestation: 'The customer asked me to submit this and expects a call.', notify_customer: notify, mode },
  ...(lossState === undefined ? {} : { loss: { loss_state: lossState } }),
  ...(vin === undefined ? {} : { vehicle: { vin } }),
  ...(offer === undefined ? {} : { offer: offer.sent }),
  ...(externalRef === undefined ? {} : { external_ref: externalRef }),
});

const keyHeader = (key: string | undefined) => (key === undefined ? {} : { headers: { 'idempotency-key': key } });

async function submitOne(walker: Walker): Promise<string> {
  const { model, world, storedRequests } = walker;
  const submission = someSubmission(walker);
  const { agent } = submission;
  const body = bodyOf(submission);
  const key = walker.chance(0.3) ? `submission-${storedRequests.length}` : undefined;
  const answer = await world.agent(agent, 'POST /intakes', { body, ...keyHeader(key) });
  if (agent !== undefined && agent.status !== 'active') {
    expectAnswer('a submission by an agent that is not let in', answer, { status: 401, code: 'unauthorized' });
    return 'refused, the agent is not let in';
  }
  const intake = submit(model, submission);
  const accepted = intake.status === 'received';
  expectAnswer(`a submission that is ${intake.status}`, answer, { status: accepted ? 201 : 200 });
  const { poll_token: token, ...receipt } = answer.body;
  intake.id = receipt.intake_id;
  if (accepted) {
    intake.pollToken = token;
    accept(model, intake, { id: intake.id, link: new URL(receipt.customer_confirmation_url).pathname });
    const { body: record } = await world.staff(`GET /intakes/${intake.id}`);
    Object.assign(intake.case ?? {}, { id: record.consultation.id, number: record.consultation.number });
  }
  check('the poll token', typeof token, accepted ? 'string' : 'undefined');
  check(`the receipt of a submission that is ${intake.status}`, receipt, receiptOf(model, intake, world.base));
  if (key !== undefined)
    storedRequests.push({
      route: 'POST /intakes',
      client: { agent },
      key,
      body,
      status: 200,
      answer: { ...receipt, idempotent_replay: true },
      until: model.now + 24 * hourMs,
    });
  return `${agent === undefined ? 'anonymous' : `agent ${agent.index}`}: ${intake.status}`;
}

/** The same idempotency key with the same body returns the stored response; with another body it is refused. */
async function submitAgain(walker: Walker): Promise<string | undefined> {
  const { world, model } = walker;
  const kept = walker.find(walker.storedRequests.filter((one) => 'agent' in one.client && one.until > model.now));
  if (kept === undefined || !('agent' in kept.client)) return undefined;
  const { agent } = kept.client;
  const other = walker.chance(0.3);
  const body = other ? { ...kept.body, external_ref: 'another-body' } : kept.body;
  const answer = await world.agent(agent, kept.route, { body, ...keyHeader(kept.key) });
  if (agent !== undefined && agent.status !== 'active') {
    expectAnswer('a repeated submission of an agent that is not let in', answer, { status: 401 });
    return 'refused, the agent is not let in';
  }
  if (other) {
    expectAnswer('another body under the same name', answer, { status: 409, code: 'idempotency_conflict' });
    return 'another body';
  }
  expectAnswer('a repeated submission', answer, { status: 200 });
  check('the replayed receipt', answer.body, kept.answer);
  return 'replayed';
}

async function setWebhook(walker: Walker): Promise<string | undefined> {
  const { model, world } = walker;
  const agent = walker.find(model.agents.filter(({ status }) => status === 'active'));
  if (agent === undefined) return undefined;
  const known = model.log.endpoints.find(({ account }) => account === agent.principalId);
  if (known !== undefined && walker.chance(0.7)) return undefined;
  if (known !== undefined) {
    const { body } = await world.agent(agent, 'DELETE /me/webhook');
    check('the webhook that is removed', body, { deleted: true });
    model.log.remove(known);
    return `agent ${agent.index} is told nothing more`;
  }
  const path = `/agents/${agent.index}`;
  const answer = await world.agent(agent, 'PUT /me/webhook', {
    body: { url: `https://${world.receiver.host}${path}` },
  });
  expectAnswer('setting a webhook', answer, { status: 200 });
  model.log.endpoints.push({
    id: '',
    account: agent.principalId,
    audience: 'agent',
    livemode: true,
    payload: 'thin',
    types: [],
    path,
    enabled: true,
    isServed: () => agent.status === 'active',
  });
  return `agent ${agent.index} is told from now on`;
}

/** Another agent's key gives no access, and an unknown id is not found. */
async function pollForeign(walker: Walker): Promise<string | undefined> {
  const { model, world } = walker;
  const intake = walker.find(model.intakes);
  const other = walker.find(model.agents.filter((one: Agent) => one !== intake?.agent && one.status === 'active'));
  if (intake === undefined || other === undefined) return undefined;
  const answer = await world.agent(other, `GET /intakes/${intake.id}`);
  expectAnswer("another agent's intake", answer, { status: 401, code: 'unauthorized' });
  check('what is told about it', answer.body, some({ code: 'unauthorized' }));
  return `agent ${other.index}`;
}

export const agentSteps: readonly Step[] = [
  { name: 'agent submits', weight: 14, run: submitOne },
  { name: 'agent submits again', weight: 3, run: submitAgain },
  { name: 'agent sets its webhook', weight: 2, run: setWebhook },
  { name: 'agent polls what is not its own', weight: 1, run: pollForeign },
];
