// Team decisions: do-not-contact, discounts, suspensions, billing.
import { sentLinkPath } from '@makewhole/server/src/modules/intakes/testing.ts';
import { check, some } from '#bench/model-test/difference';
import { listOf } from '#bench/model-test/model/contact-book';
import { dayMs, monthOf } from '#bench/model-test/model/hours';
import { answerLink, linksOf } from '#bench/model-test/model/intakes';
import type { Message } from '#bench/model-test/model/messages';
import { activate, move, statusAt } from '#bench/model-test/model/referrals';
import type { Agent, Institution } from '#bench/model-test/model/state';
import { isOver, issue } from '#bench/model-test/model/sums';
import type { Step, Walker } from '#bench/model-test/walker';
import { adoptStatements, firstOfNextMonth, sweepAll } from '#bench/model-test/work';
import { expectAnswer } from '#bench/model-test/world';

async function answerIntake(walker: Walker): Promise<string | undefined> {
  const { model, world } = walker;
  const intake = walker.recent(model.intakes.filter(({ link }) => link !== undefined));
  if (intake?.link === undefined) return undefined;
  const decision = walker.chance(0.75) ? 'confirm' : 'decline';
  const via = walker.pick(linksOf(intake));
  const path = via === 'relayed' ? intake.link : await sentLinkPath(world.harness, intake.id, via);
  const before = intake.status;
  const expected = answerLink(model, intake, { decision, via });
  const { status } = await world.press(path, { decision });
  check(`the owner's page of a ${before} intake answering ${decision} by the ${via} link`, status, expected);
  return `${decision} by ${via}: ${before} to ${intake.status}`;
}

/** Email scanners fetch links, so viewing changes nothing. */
async function lookAtPage(walker: Walker): Promise<string | undefined> {
  const { model, world } = walker;
  const intake = walker.recent(model.intakes.filter(({ link }) => link !== undefined));
  if (intake?.link === undefined) return undefined;
  await world.call(`GET ${intake.link}`);
  model.touched.intakes.add(intake);
  return intake.status;
}

async function answerInvitation(walker: Walker): Promise<string | undefined> {
  const { model, world } = walker;
  const referral = walker.recent(model.referrals.filter(({ link }) => link !== undefined));
  if (referral?.link === undefined) return undefined;
  const decision = walker.chance(0.75) ? 'accept' : 'decline';
  const before = statusAt(referral, model.now);
  const { status } = await world.press(referral.link, { decision });
  const decided = { invited: undefined, declined: 'decline', expired: 410, canceled: 410 } as const;
  const standing = before in decided ? decided[before as keyof typeof decided] : 'accept';
  const expected = standing === undefined || standing === decision ? 303 : standing === 410 ? 410 : 409;
  check(`the borrower's page of a ${before} referral answering ${decision}`, status, expected);
  if (before === 'invited' && decision === 'decline') move(model, referral, { action: 'decline' });
  if (before === 'invited' && decision === 'accept') {
    const { id, number } = await walker.nameCase(referral.id);
    activate(model, referral, { via: 'invitation', priority: false, number });
    if (referral.case !== undefined) referral.case.id = id;
  }
  return `${decision}: ${before} to ${referral.status}`;
}

async function stopTexts(walker: Walker): Promise<string | undefined> {
  const { model, world } = walker;
  const waiting = model.consultations.filter(({ closedAt, test }) => closedAt === undefined && !test);
  const phones = waiting.flatMap((one) => one.contact().phone ?? []);
  const phone = walker.recent(phones, 12);
  if (phone === undefined) return undefined;
  const { status } = await world.text(phone, walker.pick(['STOP', 'stop', ' Unsubscribe.']), {
    // The provider confirms the stop; the model has no confirmations.
    OptOutType: 'STOP',
  });
  check('the answer to STOP', status, 200);
  model.suppress([phone], 'stopped');
  await walker.adoptSilence([phone]);
  return phone;
}

async function startTexts(walker: Walker): Promise<string | undefined> {
  const { model, world } = walker;
  const stopped = model.contactBook.silent.filter((contact) => contact.startsWith('+'));
  const phone = walker.find(stopped);
  if (phone === undefined) return undefined;
  const { status } = await world.text(phone, walker.pick(['START', 'unstop']));
  check('the answer to START', status, 200);
  model.contactBook.lift(phone);
  model.contactBook.settle(phone, (await world.listSilent([phone])).length > 0);
  await walker.adoptSilence([phone]);
  return `${phone}, ${model.contactBook.suppressionOf(phone) ?? 'lifted'}`;
}

export const customerSteps: readonly Step[] = [
  { name: 'owner answers the page', weight: 7, run: answerIntake },
  { name: 'owner looks at the page', weight: 1, run: lookAtPage },
  { name: 'borrower answers the invitation', weight: 6, run: answerInvitation },
  { name: 'owner stops texts', weight: 2, run: stopTexts },
  { name: 'owner starts texts', weight: 4, run: startTexts },
];

/** Log partitions are created a week ahead, so a worker must not be off for longer. */
const offMaxMs = 6 * dayMs;

async function wait(walker: Walker, seconds: number): Promise<string | undefined> {
  const { model } = walker;
  const until = model.now + seconds * 1000;
  const off = model.workerOffSince;
  if (off !== undefined && until - off > offMaxMs) return undefined;
  // Two ends of months without a worker would mean two months to bill together.
  if (off !== undefined && monthOf(off) !== monthOf(until) && monthOf(off) !== monthOf(model.now)) return undefined;
  const since = model.now;
  walker.advance(seconds);
  await sweepAll(walker, since);
  return `${new Date(model.now).toISOString().slice(0, 16)}${model.workerOn ? '' : ' without a worker'}`;
}

const waitUntil = (walker: Walker, at: number): Promise<string | undefined> =>
  wait(walker, Math.ceil((at - walker.model.now) / 1000));

/** Six in the evening UTC: within calling hours on both coasts, and barely so in Hawaii. */
function nextNoon(now: number): number {
  const today = now - (now % dayMs) + 18 * 3_600_000 + 600_000;
  return today > now ? today : today + dayMs;
}

async function stopWorker({ model }: Walker): Promise<string | undefined> {
  if (!model.workerOn) return undefined;
  model.workerOffSince = model.now;
  return 'off';
}

async function startWorker(walker: Walker): Promise<string | undefined> {
  const { model } = walker;
  const off = model.workerOffSince;
  if (off === undefined) return undefined;
  model.workerOffSince = undefined;
  await sweepAll(walker, off);
  return 'on';
}

const channels: readonly Message['channel'][] = ['email', 'text'];

function setTransport({ world, model }: Walker, channel: Message['channel'], works: boolean): string {
  const { busy } = model.outbox;
  if (works) busy.delete(channel);
  else busy.add(channel);
  if (channel === 'email') world.harness.mailbox.behave(works ? 'accept' : 'busy');
  else world.twilio.behave(works ? 'accept' : 'broken');
  return `${channel} ${works ? 'works again' : 'is busy'}`;
}

async function stopTransport(walker: Walker): Promise<string | undefined> {
  const channel = walker.find(channels.filter((one) => !walker.model.outbox.busy.has(one)));
  return channel && setTransport(walker, channel, false);
}

async function startTransport(walker: Walker): Promise<string | undefined> {
  const channel = walker.find([...walker.model.outbox.busy]);
  return channel && setTransport(walker, channel, true);
}

export const timeSteps: readonly Step[] = [
  { name: 'minutes pass', weight: 5, run: (walker) => wait(walker, 60 * (1 + walker.below(50))) },
  { name: 'hours pass', weight: 5, run: (walker) => wait(walker, 3600 * (1 + walker.below(10))) },
  { name: 'it becomes noon', weight: 6, run: (walker) => waitUntil(walker, nextNoon(walker.model.now)) },
  { name: 'days pass', weight: 2, run: (walker) => wait(walker, 86_400 * (1 + walker.below(4))) },
  {
    name: 'a month begins',
    weight: 0.7,
    run: (walker) => waitUntil(walker, firstOfNextMonth(walker.model.now)),
  },
  { name: 'the worker goes', weight: 2, run: stopWorker },
  { name: 'the worker comes', weight: 8, run: startWorker },
  { name: 'a transport goes', weight: 1.5, run: stopTransport },
  { name: 'a transport comes', weight: 5, run: startTransport },
];

async function doNotContact(walker: Walker): Promise<string> {
  const { model, world } = walker;
  const { email, phone } = walker.pick(model.customers);
  const said = walker.pick([email, phone, email ?? phone].filter((one) => one !== undefined));
  const answer = await world.staff('POST /do-not-contact', said.includes('@') ? { email: said } : { phone: said });
  expectAnswer('do not contact', answer, { status: 200 });
  model.suppress([said], 'decided');
  model.contactBook.blur(model.contactBook.linkedTo([said]));
  await walker.adoptSilence([said]);
  return said;
}

async function grantDiscount(walker: Walker): Promise<string> {
  const { model, world } = walker;
  const { email, phone } = walker.pick(model.customers);
  const contacts = walker.chance(0.5) ? { email, phone } : { email, phone: email === undefined ? phone : undefined };
  const source = walker.pick(['staff', 'campaign', 'partner_referral', 'agent_intake']);
  const body = { ...JSON.parse(JSON.stringify(contacts)), source };
  expectAnswer('granting a discount', await world.staff('POST /discounts', body), { status: 200 });
  model.contactBook.grant(contacts, { source, at: model.now });
  model.contactBook.meet(contacts);
  model.touchCustomers(listOf(contacts));
  return source;
}

async function keepAgentOut(walker: Walker): Promise<string | undefined> {
  const agent = walker.find(walker.model.agents.filter(({ status }) => status === 'active'));
  return agent && setAgentStatus(walker, agent, walker.pick(['suspended', 'unverified'] as const));
}

async function letAgentIn(walker: Walker): Promise<string | undefined> {
  const agent = walker.find(walker.model.agents.filter(({ status }) => status !== 'active'));
  return agent && setAgentStatus(walker, agent, 'active');
}

async function setAgentStatus({ world, model }: Walker, agent: Agent, status: Agent['status']): Promise<string> {
  const answer = await world.staff(`POST /agents/${agent.principalId}/status`, { status });
  expectAnswer(`setting an agent to ${status}`, answer, { status: 200 });
  agent.status = status;
  if (status !== 'active') model.log.cancel(agent.principalId);
  return `agent ${agent.index}: ${status}`;
}

/** One at a time, since suspended institutions show little to compare. */
async function suspendInstitution(walker: Walker): Promise<string | undefined> {
  const { institutions } = walker.model;
  return institutions.some(({ suspended }) => suspended)
    ? undefined
    : setInstitutionStatus(walker, walker.pick(institutions), 'suspended');
}

async function letInstitutionIn(walker: Walker): Promise<string | undefined> {
  const one = walker.model.institutions.find(({ suspended }) => suspended);
  return one && setInstitutionStatus(walker, one, 'active');
}

async function setInstitutionStatus({ world }: Walker, one: Institution, status: string): Promise<string> {
  const answer = await world.staff(`PATCH /institutions/${one.id}`, { status });
  expectAnswer(`setting an institution to ${status}`, answer, { status: 200 });
  one.suspended = status === 'suspended';
  return `institution ${one.index}: ${status}`;
}

async function toggleEndpoint(walker: Walker): Promise<string | undefined> {
  const { model, world } = walker;
  const endpoint = walker.find(model.log.endpoints.filter(({ audience }) => audience === 'partner'));
  if (endpoint === undefined) return undefined;
  const status = endpoint.enabled && walker.chance(0.5) ? 'disabled' : 'enabled';
  const path = `/institutions/${endpoint.account}/webhook-endpoints/${endpoint.id}`;
  const answer = await world.staff(`PATCH ${path}`, { status });
  check('the endpoint', answer.body, some({ id: endpoint.id, status }));
  endpoint.enabled = status === 'enabled';
  return `${endpoint.path}: ${status}`;
}

async function setPrice(walker: Walker): Promise<string> {
  const { model, world } = walker;
  const institution = walker.pick(model.institutions);
  const plan = walker.pick(institution.plans);
  plan.unit_price_cents = walker.below(3000);
  const answer = await world.staff(`PATCH /institutions/${institution.id}`, { plans: institution.plans });
  expectAnswer('setting a price', answer, { status: 200 });
  return `${plan.code} of institution ${institution.index}`;
}

async function runStatements(walker: Walker): Promise<string> {
  const { model, world } = walker;
  const months = [0, 20, 40, 70].map((days) => monthOf(model.now - days * 86_400_000));
  const period = walker.pick(months);
  const answer = await world.staff('POST /statements/run', { period });
  if (!isOver(period, model.now)) {
    expectAnswer('statements of a month that is not over', answer, { status: 400, code: 'validation_failed' });
    return 'refused, the month is not over';
  }
  const existing = model.statements.filter((one) => one.period === period).length;
  const made = issue(model, period, 'staff');
  check('the run of statements', answer.body, { period, issued: made.length, existing, unpriced: [] });
  await adoptStatements(walker, made);
  return `${made.length} of ${period}`;
}

export const staffSteps: readonly Step[] = [
  { name: 'staff puts somebody on the list', weight: 1, run: doNotContact },
  { name: 'staff grants a discount', weight: 1, run: grantDiscount },
  { name: 'staff keeps an agent out', weight: 1, run: keepAgentOut },
  { name: 'staff lets an agent in', weight: 5, run: letAgentIn },
  { name: 'staff suspends an institution', weight: 0.6, run: suspendInstitution },
  { name: 'staff lets an institution in', weight: 8, run: letInstitutionIn },
  { name: 'staff turns an endpoint on or off', weight: 1.5, run: toggleEndpoint },
  { name: 'staff sets a price', weight: 0.7, run: setPrice },
  { name: 'staff runs statements', weight: 1, run: runStatements },
];
