// What the team decides: do-not-contact, discounts, suspensions, billing.
import { check, some } from '#bench/walk/difference';
import { monthOf } from '#bench/walk/model/clock';
import { listOf } from '#bench/walk/model/contact-book';
import type { Agent, Institution } from '#bench/walk/model/state';
import { issue, isOver } from '#bench/walk/model/statements';
import { expectAnswer } from '#bench/walk/world';
import { adoptStatements } from '#bench/walk/work';
import type { Step, Walker } from '#bench/walk/walker';

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

/** One at a time: suspended institutions show little to compare. */
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
