import { isDeepStrictEqual } from 'node:util';
import type { Ctx, Tx } from '#context';
import { computePreliminary, keepSnapshot, takeAllowance } from '#modules/market';
import { transact } from '#platform/db';
import { intakeNotFound } from './errors.ts';
import type { Found, Submitted } from './facts.ts';
import { lookInto, type Inquiry } from './look-into.ts';
import { findIntake, lockIntake, updateFound, type FoundIntake, type Intake } from './store.ts';

export type Refresh = {
  /** What is known now, given what was known before and what was sent. */
  learn(known: Found, sent: Submitted): Found;
  /** What else is written, or refused, in the same transaction, with the intake held. */
  within?(tx: Tx, intake: Intake): Promise<void>;
};

/** Somebody else learned something about the same intake meanwhile; seldom, and never so often in a row. */
const triesMax = 5;

/** Takes in what was found out after an intake was opened, and reads the market again with it. */
export async function refreshIntake(ctx: Ctx, intakeId: string, refresh: Refresh): Promise<FoundIntake> {
  for (let tries = 1; ; tries += 1) {
    const stored = await findIntake(ctx.db, intakeId, ctx.clock.now());
    if (stored === undefined) throw intakeNotFound();
    const { request, found } = stored.intake;
    // Outside the transaction, because others are asked; so what it starts from is compared again inside.
    const inquiry = await lookInto(ctx, request, { known: refresh.learn(found, request) });
    const refreshed = await transact(ctx, async (tx) => {
      const held = await lockIntake(tx.db, intakeId, tx.clock.now());
      const overtaken = !isDeepStrictEqual(held?.intake.found, found);
      if (held === undefined || (overtaken && tries < triesMax)) return undefined;
      await refresh.within?.(tx, held.intake);
      // What others found out stays, also when there is no time left to read the market with it.
      const known = overtaken
        ? { ...inquiry, found: refresh.learn(held.intake.found, request), read: undefined }
        : inquiry;
      return { ...held, intake: await applyInquiry(tx, held.intake, known) };
    });
    if (refreshed !== undefined) return refreshed;
  }
}

async function applyInquiry(tx: Tx, intake: Intake, inquiry: Inquiry): Promise<Intake> {
  const { found } = inquiry;
  const preliminary = await refreshPreliminary(tx, intake.preliminary, inquiry);
  const refreshed = { ...intake, found, preliminary };
  updateFound(tx.db, refreshed);
  return refreshed;
}

/**
 * A market that could not be read this time, or says the same again, leaves what was read before, with its snapshot. So
 * does a caller without a key who has used up the day's allowance; an upload needs none (decision 26).
 */
async function refreshPreliminary(
  tx: Tx,
  before: Intake['preliminary'],
  { facts, read }: Inquiry,
): Promise<Intake['preliminary']> {
  if (read === undefined) return before;
  const { offerCents } = facts;
  const again = computePreliminary(read, { snapshotId: before?.snapshot_id ?? undefined, offerCents });
  if (again.snapshot_id !== null && isDeepStrictEqual(again, before)) return before;
  if (tx.actor.kind === 'anonymous' && !(await takeAllowance(tx, tx.actor.address))) return before;
  return computePreliminary(read, { snapshotId: keepSnapshot(tx, read), offerCents });
}
