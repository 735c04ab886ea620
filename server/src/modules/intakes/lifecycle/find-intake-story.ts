import type { Ctx } from '#context';
import type { IntakeStatus } from '../schemas.ts';
import { isTakenByTelephone } from '../status-store.ts';
import { findIntake } from '../store.ts';

/** Who asked for the customer, in which words, and what became of it, for the customer's own page. */
export type IntakeStory = {
  /** Undefined when the customer telephoned in themselves. */
  readonly agent: { readonly name: string; readonly words: string } | undefined;
  readonly askedAt: Date;
  readonly confirmedAt: Date | undefined;
  readonly status: IntakeStatus;
};

export async function findIntakeStory(ctx: Pick<Ctx, 'db' | 'clock'>, id: string): Promise<IntakeStory | undefined> {
  const [stored, telephoned] = await Promise.all([
    findIntake(ctx.db, id, ctx.clock.now()),
    isTakenByTelephone(ctx.db, id),
  ]);
  if (stored === undefined) return undefined;
  const { request, confirmation, createdAt, status } = stored.intake;
  return {
    agent: telephoned ? undefined : { name: request.agent.name, words: request.consent.attestation },
    askedAt: createdAt,
    confirmedAt: confirmation === undefined ? undefined : new Date(confirmation.at),
    status,
  };
}
