import * as fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import type { Tx } from '#context';
import { addDays } from '#lib/time/dates';
import { transact } from '#platform/db';
import { AppError } from '#platform/errors';
import { useHarness } from '#test/harness';
import { runs } from '#test/runs';
import { givenInstitution } from '#testing/partners';
import { answerInvitation } from './invitation/invitation.ts';
import { expireReferrals } from './lifecycle/expire-referrals.ts';
import { getLockedReferral } from './lifecycle/get-locked-referral.ts';
import { activateReferral, attestReferral, moveReferral, simulateReferral } from './lifecycle/referral-moves.ts';
import { createReferrals } from './submission/create-referrals.ts';
import { cancelReferral, editReferral, getReferral } from './submission/edit-referral.ts';
import { eventsAbout, linkPath, referralBody } from './testing.ts';

const harness = useHarness({ DATABASE_POOL_SIZE: '10' });

let tenant: { institutionId: string; livemode: boolean };
beforeAll(async () => {
  tenant = { institutionId: (await givenInstitution(harness.current)).id, livemode: false };
});

/** The expected state of a referral. */
type Model = {
  status: string;
  note: string | null;
  externalRef: string | null;
  email: string;
  carrier: string;
  invitedAt: Date;
  activatedAt: Date | null;
  settledAt: Date | null;
  closedAt: Date | null;
  handedOver: boolean;
  events: string[];
};

const expiresAt = ({ invitedAt }: Model): Date => addDays(invitedAt, 14);
const seen = (model: Model, now: Date): string =>
  model.status === 'invited' && now >= expiresAt(model) ? 'expired' : model.status;

const tell = (model: Model, now: Date, type: string): number =>
  model.events.push(`${type} ${model.status} ${now.toISOString()}`);

/** T6, written independently of the code, from the contract. */
const table: Record<string, readonly [from: readonly string[], to: string]> = {
  activate: [['invited'], 'activated'],
  decline: [['invited'], 'declined'],
  cancel: [['invited'], 'canceled'],
  expire: [['invited'], 'expired'],
  settle: [['activated'], 'settled'],
  close: [['activated', 'settled'], 'closed'],
};

/** The expected result of a move: nothing, or the status in which it is refused. */
function move(model: Model, now: Date, action: string): string {
  const [from, to] = table[action]!;
  if (!from.includes(seen(model, now))) return seen(model, now);
  model.status = to;
  if (to === 'activated') model.activatedAt = now;
  else if (to === 'settled') model.settledAt = now;
  else model.closedAt = now;
  tell(model, now, `referral.${to}`);
  return 'done';
}

function edit(model: Model, now: Date, { inStatus, apply }: { inStatus: string; apply: () => boolean }): string {
  if (!inStatus.split(' ').includes(seen(model, now))) return seen(model, now);
  if (apply()) tell(model, now, 'referral.updated');
  return 'done';
}

/** Each possible action: on the model, and on the service. */
type Action = { paper(model: Model, now: Date): string; real(tx: Tx, id: string): Promise<unknown> };

const locked = (tx: Tx, id: string) => getLockedReferral(tx, tenant, id);
const noted = (model: Model, outcome: string, note: string) => {
  if (outcome === 'done') model.note = note;
  return outcome;
};
const attestation = { attestor_name: 'Pat', channel: 'phone', attestation: 'The borrower wants to be called.' };

const simulated = (step: 'accept' | 'decline' | 'expire' | 'settle' | 'close', action: string): Action => ({
  paper: (model, now) => move(model, now, action),
  real: (tx, id) => simulateReferral(tx, tenant, { id, step }),
});

const actions: Record<string, Action> = {
  cancel: {
    paper: (model, now) => move(model, now, 'cancel'),
    real: (tx, id) => cancelReferral(tx, tenant, { id, reason: undefined }),
  },
  'cancel with a reason': {
    paper: (model, now) => noted(model, move(model, now, 'cancel'), 'a reason'),
    real: (tx, id) => cancelReferral(tx, tenant, { id, reason: 'a reason' }),
  },
  attest: {
    paper(model, now) {
      const outcome = move(model, now, 'activate');
      if (outcome === 'done') model.handedOver = true;
      return outcome;
    },
    real: (tx, id) => attestReferral(tx, tenant, { id, attestation }),
  },
  'staff activate': {
    paper: (model, now) => noted(model, move(model, now, 'activate'), 'a note'),
    real: async (tx, id) =>
      activateReferral(tx, await locked(tx, id), { via: 'staff', priority: false, statusNote: 'a note' }),
  },
  'staff decline': {
    paper: (model, now) => move(model, now, 'decline'),
    real: async (tx, id) => moveReferral(tx, await locked(tx, id), { action: 'decline' }),
  },
  'staff settle': {
    paper: (model, now) => noted(model, move(model, now, 'settle'), 'settled well'),
    real: async (tx, id) =>
      moveReferral(tx, await locked(tx, id), { action: 'settle', settlementCents: 5, statusNote: 'settled well' }),
  },
  'staff close': {
    paper: (model, now) => move(model, now, 'close'),
    real: async (tx, id) => moveReferral(tx, await locked(tx, id), { action: 'close' }),
  },
  'simulate accept': simulated('accept', 'activate'),
  'simulate decline': simulated('decline', 'decline'),
  'simulate expire': simulated('expire', 'expire'),
  'simulate settle': simulated('settle', 'settle'),
  'simulate close': simulated('close', 'close'),
  simulate: {
    paper(model, now) {
      const next = { invited: 'activate', activated: 'settle', settled: 'close' }[seen(model, now)];
      return next === undefined ? seen(model, now) : move(model, now, next);
    },
    real: (tx, id) => simulateReferral(tx, tenant, { id, step: undefined }),
  },
  'edit the reference': {
    paper: (model, now) =>
      edit(model, now, {
        inStatus: 'invited activated settled',
        apply: () => model.externalRef !== (model.externalRef = 'edited'),
      }),
    real: (tx, id) => editReferral(tx, tenant, { id, patch: { external_ref: 'edited' } }),
  },
  'take the reference away': {
    paper: (model, now) =>
      edit(model, now, {
        inStatus: 'invited activated settled',
        apply: () => model.externalRef !== (model.externalRef = null),
      }),
    real: (tx, id) => editReferral(tx, tenant, { id, patch: { external_ref: null } }),
  },
  'edit the claim': {
    paper: (model, now) =>
      edit(model, now, { inStatus: 'invited activated', apply: () => model.carrier !== (model.carrier = 'Edited') }),
    real: (tx, id) => editReferral(tx, tenant, { id, patch: { claim: { carrier: 'Edited' } } }),
  },
  'edit the contact': {
    paper(model, now) {
      const before = model.events.length;
      const apply = () => {
        if (model.email === 'edited@example.com') return false;
        Object.assign(model, { email: 'edited@example.com', invitedAt: now });
        return true;
      };
      const outcome = edit(model, now, { inStatus: 'invited', apply });
      if (model.events.length > before) tell(model, now, 'referral.invited');
      return outcome;
    },
    real: (tx, id) => editReferral(tx, tenant, { id, patch: { borrower: { email: 'edited@example.com' } } }),
  },
};

const pageStates: Record<string, string> = {
  invited: 'done',
  activated: 'accepted',
  settled: 'accepted',
  closed: 'accepted',
  canceled: 'withdrawn',
};

async function play(id: string, model: Model, name: string): Promise<void> {
  const { ctx } = harness.current;
  const now = ctx.clock.now();
  if (name === 'accept' || name === 'decline') {
    const token = (await linkPath(harness.current, id)).slice(3);
    const state = await answerInvitation(ctx, { token, decision: name, language: 'en', address: '::1', userAgent: '' });
    const before = pageStates[seen(model, now)] ?? seen(model, now);
    if (before === 'done') move(model, now, name === 'accept' ? 'activate' : 'decline');
    expect(state).toBe(before === 'done' ? `${name}${name === 'accept' ? 'ed' : 'd'}` : before);
    return;
  }
  const action = actions[name]!;
  const outcome = await transact(ctx, (tx) => action.real(tx, id)).then(
    () => 'done',
    (error: unknown) => (error instanceof AppError ? error.details['current_status'] : error),
  );
  expect([name, outcome]).toEqual([name, action.paper(model, now)]);
}

const wordsOf = ({ note, externalRef, email, carrier }: Model) => [note, externalRef, email, carrier];
const time = (date: Date | null): string | null => date?.toISOString() ?? null;

async function compare(id: string, model: Model, numbers: Set<string>): Promise<void> {
  const view = await getReferral(harness.current.ctx, tenant, id);
  const { activated_at, settled_at, closed_at, invited_at, invitation_expires_at, program, consent } = view;
  const status = seen(model, harness.current.clock.now());
  expect({ status: view.status, activated_at, settled_at, closed_at, invited_at, invitation_expires_at }).toEqual({
    status,
    activated_at: time(model.activatedAt),
    settled_at: time(model.settledAt),
    closed_at: time(status === model.status ? model.closedAt : expiresAt(model)),
    invited_at: time(model.invitedAt),
    invitation_expires_at: time(expiresAt(model)),
  });
  expect([view.status_note, view.external_ref, view.borrower.email, view.claim.carrier]).toEqual(wordsOf(model));
  expect([program.locked, consent.mode]).toEqual([
    model.activatedAt !== null,
    model.handedOver ? 'warm_handoff' : 'invitation',
  ]);
  expect(view.consultation_number === null).toBe(model.activatedAt === null);
  if (view.consultation_number !== null) {
    expect(view.consultation_number).toMatch(/^CN-T\d{7}$/);
    expect(numbers.has(view.consultation_number)).toBe(false);
    numbers.add(view.consultation_number);
  }
  const told = (await eventsAbout(harness.current, id)).map(
    ({ type, data, created_at }) => `${type} ${data.referral.status} ${created_at}`,
  );
  expect(told).toEqual(model.events);
}

async function begin(count: number): Promise<{ id: string; model: Model }[]> {
  const { clock, ctx } = harness.current;
  const now = clock.now();
  const requests = Array.from({ length: count }, () => referralBody());
  const made = await transact(ctx, (tx) => createReferrals(tx, { tenant, submittedVia: 'api', requests }));
  return made.map((referral) => {
    if (referral instanceof AppError) throw referral;
    const empty = {
      note: null,
      externalRef: null,
      activatedAt: null,
      settledAt: null,
      closedAt: null,
      handedOver: false,
    };
    const { email } = referral.borrower;
    const model: Model = {
      status: 'invited',
      invitedAt: now,
      email: email ?? '',
      carrier: referral.claim.carrier,
      events: [],
      ...empty,
    };
    tell(model, now, 'referral.created');
    tell(model, now, 'referral.invited');
    return { id: referral.id, model };
  });
}

const sideways = 10;
const tried = fc.constantFrom('accept', 'decline', ...Object.keys(actions));
const turn = fc.record({
  waits: fc.constantFrom(0, 0, 60, 86_400, 13 * 86_400, 14 * 86_400),
  sweeps: fc.boolean(),
  tries: fc.array(tried, { minLength: sideways, maxLength: sideways }),
});

it('a referral follows T6 whatever is tried, and publishes each change once [P-REF-005, P-REF-006, P-REF-009, P-REF-010]', async () => {
  const numbers = new Set<string>();
  const sequences = fc.array(turn, { minLength: 1, maxLength: 8 });
  const lives = fc.asyncProperty(sequences, async (turns) => {
    const all = await begin(sideways);
    for (const { waits, sweeps, tries } of turns) {
      harness.current.clock.advance(waits);
      const now = harness.current.clock.now();
      if (sweeps) {
        await expireReferrals(harness.current.ctx, 10_000);
        for (const { model } of all) sweep(model, now);
      }
      await Promise.all(all.map(({ id, model }, index) => play(id, model, tries[index]!)));
    }
    await Promise.all(all.map(({ id, model }) => compare(id, model, numbers)));
  });
  // Ten referrals in parallel in each, so 500 sequences in every run and 10,000 in the nightly one.
  await expect(fc.assert(lives, { numRuns: runs({ always: 20, nightly: 1000 }) })).resolves.toBeUndefined();
}, 1_800_000);

function sweep(model: Model, now: Date): void {
  if (seen(model, now) === model.status) return;
  Object.assign(model, { status: 'expired', closedAt: expiresAt(model) });
  tell(model, now, 'referral.expired');
}
