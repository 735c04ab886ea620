// What lenders and the team do with referrals.
import { check, some } from '#bench/model-test/difference';
import { iso, states } from '#bench/model-test/model/hours';
import {
  activate,
  canMove,
  editReferral,
  findOpen,
  freeVins,
  mayEdit,
  move,
  refer,
  reviewOf,
  statusAt,
  publish,
  valuesIn,
  viewOf,
  type Action,
  type Edit,
  type NewReferral,
} from '#bench/model-test/model/referrals';
import type { Tenant, Referral, Review } from '#bench/model-test/model/state';
import { expectAnswer, expectDone, type Answer } from '#bench/model-test/world';
import type { Step, Walker } from '#bench/model-test/walker';

const vins = Array.from({ length: 9 }, (_, index) => `3SYNTHWALK000000${index}`);

/** A request by a tenant's own institution; every request of a suspended institution gets this response. */
export function refusedAsSuspended({ institution }: Tenant, answer: Answer): boolean {
  if (!institution.suspended) return false;
  expectAnswer('a call of a suspended institution', answer, { status: 403, code: 'institution_suspended' });
  return true;
}

const someOwner = (walker: Walker): Tenant =>
  walker.pick(walker.model.tenants.filter(({ livemode }) => livemode || walker.chance(0.4)));

function someReferral(walker: Walker): NewReferral {
  const { email, phone, firstName, lastName, state } = walker.pick(walker.model.customers);
  return {
    externalRef: walker.chance(0.5) ? `loan-${walker.below(50)}` : null,
    borrower: { first_name: firstName, last_name: lastName, email, phone },
    vehicle: { vin: walker.pick(vins), year: 2021, make: 'Synthetic', model: 'Sedan' },
    claim: {
      carrier: 'Synthetic Mutual',
      claim_number: `CLM-${walker.below(1000)}`,
      loss_state: walker.chance(0.7) ? state : walker.pick(states),
      date_of_loss: '2026-11-01T00:00:00.000Z',
      initial_offer_cents: 1_000_000 + walker.below(1_000_000),
    },
    liability: { loan_payoff_cents: 1_800_000, deductible_cents: 50_000 },
  };
}

const bodyOf = ({ externalRef, ...members }: NewReferral) =>
  JSON.parse(JSON.stringify({ ...members, ...(externalRef === null ? {} : { external_ref: externalRef }) }));

async function referOne(walker: Walker): Promise<string | undefined> {
  const { model, world } = walker;
  const owner = someOwner(walker);
  const made = someReferral(walker);
  const byStaff = walker.chance(0.15);
  const body = bodyOf(made);
  const answer = byStaff
    ? await world.staff(`POST /institutions/${owner.institution.id}/referrals`, {
        livemode: owner.livemode,
        referral: body,
      })
    : await world.partner(owner, 'POST /referrals', { body });
  if (!byStaff && refusedAsSuspended(owner, answer)) return 'suspended';
  freeVins(model, owner, [made.vehicle.vin]);
  const open = findOpen(model, owner, made.vehicle.vin);
  if (open !== undefined) {
    expectAnswer('a second referral of a VIN', answer, { status: 409, code: 'referral_exists' });
    check('the referral in the way', answer.body.referral_id, open.id);
    return 'exists';
  }
  expectAnswer('a referral', answer, { status: 201 });
  const referral = refer(model, {
    ...made,
    tenant: owner,
    id: answer.body.id,
    submittedVia: byStaff ? 'portal' : 'api',
  });
  check('the new referral', answer.body, viewOf(referral));
  return `institution ${owner.institution.index} ${owner.livemode ? 'live' : 'test'}`;
}

async function referMany(walker: Walker): Promise<string | undefined> {
  const { model, world } = walker;
  const owner = someOwner(walker);
  const rows = Array.from({ length: 1 + walker.below(4) }, () => someReferral(walker));
  const bad = walker.chance(0.3);
  const bodies = [...rows.map(bodyOf), ...(bad ? [{ borrower: {} }] : [])];
  const answer = await world.partner(owner, 'POST /referrals/bulk', { body: { referrals: bodies } });
  if (refusedAsSuspended(owner, answer)) return 'suspended';
  expectAnswer('a bulk of referrals', answer, { status: 200 });
  freeVins(
    model,
    owner,
    rows.map(({ vehicle }) => vehicle.vin),
  );
  const results = answer.body.results as { id: string; status: string; error?: { code: string } }[];
  for (const [index, made] of rows.entries()) {
    const exists = findOpen(model, owner, made.vehicle.vin) !== undefined;
    const result = results[index];
    check('a row of a bulk', result?.status, exists ? 'failed' : 'created');
    if (exists) check('why a row failed', result?.error?.code, 'referral_exists');
    else refer(model, { ...made, tenant: owner, id: result?.id ?? '', submittedVia: 'api_bulk' });
  }
  if (bad) check('a bad row of a bulk', results.at(-1), some({ status: 'failed' }));
  const created = results.filter(({ status }) => status === 'created').length;
  const expected = { total: bodies.length, created, failed: bodies.length - created };
  check('the sums of a bulk', answer.body, some(expected));
  return `${created} of ${bodies.length}`;
}

function someEdit(walker: Walker, referral: Referral): Edit {
  const kind = walker.below(5);
  if (kind === 0) return { external_ref: walker.chance(0.2) ? null : `loan-${walker.below(50)}` };
  if (kind === 1) return { claim: { loss_state: walker.pick(states) } };
  if (kind === 2) return { claim: { initial_offer_cents: 1_000_000 + walker.below(1_000_000) } };
  const { email, phone } = walker.pick(walker.model.customers);
  if (kind === 3) return { borrower: { email, phone } };
  return { borrower: { first_name: walker.chance(0.5) ? 'Another' : referral.borrower.first_name } };
}

async function edit(walker: Walker): Promise<string | undefined> {
  const { model, world } = walker;
  const referral = walker.recent(model.referrals);
  if (referral === undefined) return undefined;
  const change = someEdit(walker, referral);
  const { borrower, ...others } = change;
  const nulls = borrower && {
    ...borrower,
    ...('email' in borrower ? { email: borrower.email ?? null, phone: borrower.phone ?? null } : {}),
  };
  const body = { ...others, ...(nulls === undefined ? {} : { borrower: nulls }) };
  const answer = await world.partner(referral.tenant, `PATCH /referrals/${referral.id}`, { body });
  if (refusedAsSuspended(referral.tenant, answer)) return 'suspended';
  const status = statusAt(referral, model.now);
  const allowed = mayEdit(referral, change, model.now);
  expectDone(`an edit of ${Object.keys(change).join()} in ${status}`, answer, allowed ? undefined : 'invalid_state');
  if (!allowed) return `refused in ${status}`;
  editReferral(model, referral, change);
  check('the edited referral', answer.body, viewOf(referral));
  return `${Object.keys(change).join()} in ${status}`;
}

type Way = { readonly route: string; readonly action: Action; readonly body?: object; readonly note?: string };

function someWay(walker: Walker, referral: Referral): Way & { by: 'staff' | 'partner' } {
  const { id, tenant, claim } = referral;
  const note = walker.chance(0.3) ? { note: `noted ${walker.below(9)}` } : {};
  const offered = claim.initial_offer_cents;
  const value_cents = offered + walker.pick([-500, 0, 99_999, 100_000, 250_001]);
  const settlement = { value_cents, tax_cents: walker.below(200_000), deductible_cents: walker.below(100_000) };
  const attestation = 'I told the borrower who will call and why, and the borrower wants the call.';
  const ways: (Way & { by: 'staff' | 'partner' })[] = [
    { by: 'staff', route: `POST /referrals/${id}/activate`, action: 'activate', body: note, ...note },
    { by: 'staff', route: `POST /referrals/${id}/decline`, action: 'decline', body: note, ...note },
    {
      by: 'staff',
      route: `POST /referrals/${id}/settle`,
      action: 'settle',
      body: { settlement, offer: { value_cents: offered }, ...note },
      ...note,
    },
    {
      by: 'staff',
      route: `POST /referrals/${id}/settle`,
      action: 'settle',
      body: walker.chance(0.5) ? { settlement, ...note } : { settlement_cents: value_cents, ...note },
      ...note,
    },
    { by: 'staff', route: `POST /referrals/${id}/close`, action: 'close', body: note, ...note },
    {
      by: 'partner',
      route: `PATCH /referrals/${id}`,
      action: 'cancel',
      body: { status: 'canceled', cancel_reason: 'paid off' },
      note: 'paid off',
    },
    {
      by: 'partner',
      route: `POST /referrals/${id}/attest`,
      action: 'activate',
      body: { attestor_name: 'Synthetic Officer', channel: 'phone', attestation },
    },
  ];
  const simulate = {
    accept: 'activate',
    decline: 'decline',
    expire: 'expire',
    settle: 'settle',
    close: 'close',
  } as const;
  if (!tenant.livemode)
    for (const [step, action] of Object.entries(simulate))
      ways.push({ by: 'partner', route: `POST /referrals/${id}/simulate`, action, body: { step } });
  return walker.pick(ways);
}

async function moveOne(walker: Walker): Promise<string | undefined> {
  const { model, world } = walker;
  const referral = walker.recent(model.referrals);
  if (referral === undefined) return undefined;
  const way = someWay(walker, referral);
  const { action, route, body, note, by } = way;
  const answer =
    by === 'staff' ? await world.staff(route, body) : await world.partner(referral.tenant, route, { body });
  if (by === 'partner' && refusedAsSuspended(referral.tenant, answer)) return 'suspended';
  const before = statusAt(referral, model.now);
  const allowed = canMove(referral, action, model.now);
  expectDone(`${action} by ${by} of a referral that is ${before}`, answer, allowed ? undefined : 'invalid_state');
  if (!allowed) return `${action} refused in ${before}`;
  if (action === 'activate') await activateBy(walker, referral, { way, answer });
  else {
    const values = action === 'settle' ? valuesIn(body, referral.claim.initial_offer_cents) : {};
    move(model, referral, { action, ...values, ...(note === undefined ? {} : { note }) });
  }
  check(`the referral after ${action}`, answer.body, viewOf(referral));
  return `${action}: ${before} to ${referral.status}`;
}

async function activateBy(
  walker: Walker,
  referral: Referral,
  { way, answer }: { way: Way; answer: Answer },
): Promise<void> {
  const { model } = walker;
  const attested = way.route.endsWith('/attest');
  const simulated = way.route.endsWith('/simulate');
  const consent = {
    mode: 'warm_handoff',
    disclosure_confirmed_at: iso(model.now),
    disclosure_channel: 'phone',
    disclosure_attestor_name: 'Synthetic Officer',
  };
  activate(model, referral, {
    via: attested ? 'warm_handoff' : simulated ? 'simulation' : 'staff',
    priority: attested,
    number: answer.body.consultation_number,
    ...(way.note === undefined ? {} : { note: way.note }),
    ...(attested ? { consent } : {}),
  });
  if (referral.case !== undefined) Object.assign(referral.case, await walker.nameCase(referral.id));
}

async function review(walker: Walker): Promise<string | undefined> {
  const { model, world } = walker;
  const referral = walker.recent(model.referrals);
  if (referral === undefined) return undefined;
  const status = walker.pick(['in_review', 'completed'] as const);
  const outcome = walker.chance(0.5) ? walker.pick(['offer_low', 'offer_supported'] as const) : undefined;
  const answer = await world.staff(`POST /referrals/${referral.id}/review`, {
    status,
    ...(outcome === undefined ? {} : { outcome }),
  });
  const before = referral.review;
  if (before?.status === 'completed' && status !== 'completed') {
    expectAnswer('opening a completed review', answer, { status: 409, code: 'invalid_state' });
    return 'refused';
  }
  expectAnswer('a review', answer, { status: 200 });
  const after: Review = {
    id: before?.id ?? answer.body.id,
    status,
    outcome: outcome ?? before?.outcome ?? null,
    summary: null,
    openedAt: before?.openedAt ?? model.now,
    completedAt: status === 'completed' ? (before?.completedAt ?? model.now) : undefined,
    updatedAt: model.now,
  };
  if (before?.status === after.status && before.outcome === after.outcome) return 'unchanged';
  referral.review = after;
  const record = reviewOf(referral, after);
  check('the review record', answer.body, record);
  const { id, object, updated_at } = record;
  const thin = { review_record: { id, object, status, updated_at } };
  publish(model, referral, ['referral.review_updated', { thin, full: { review_record: record } }]);
  return status;
}

export const referralSteps: readonly Step[] = [
  { name: 'lender refers', weight: 9, run: referOne },
  { name: 'lender refers many', weight: 2, run: referMany },
  { name: 'lender edits a referral', weight: 4, run: edit },
  { name: 'somebody moves a referral', weight: 11, run: moveOne },
  { name: 'staff reviews a referral', weight: 2, run: review },
];
