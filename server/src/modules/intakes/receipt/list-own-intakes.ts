import { requireAgent } from '#actor';
import type { Ctx } from '#context';
import { toPage, writeCursor } from '#lib/api/pagination';
import { readIdCursor } from '#platform/http';
import { computeFacts } from '../facts.ts';
import { computeMissingFields, isNeutral } from '../rules.ts';
import type { IntakeStatus } from '../schemas.ts';
import type { Intake } from '../store.ts';
import { listOwnRows } from './own-store.ts';

/** What an agent is told of an intake in a list: nothing that its receipt does not say, and no contact. */
export type OwnIntake = {
  readonly intake_id: string;
  readonly status: IntakeStatus;
  readonly external_ref: string | null;
  /** Year, make and model as they were submitted, or else the VIN; null: neither was. */
  readonly vehicle: string | null;
  readonly agent_tier: 'anonymous' | 'registered';
  readonly priority_callback: boolean;
  readonly missing_fields: string[];
  readonly created_at: string;
  /** Since when it is in this status. */
  readonly status_at: string;
};

export type OwnIntakeQuery = {
  /** At most 100. */
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly status?: IntakeStatus | undefined;
  readonly externalRef?: string | undefined;
};

/** The intakes that the agent of the request submitted, newest first, a page at a time. */
export async function listOwnIntakes(ctx: Ctx, { limit, cursor, status, externalRef }: OwnIntakeQuery) {
  const { principalId } = requireAgent(ctx.actor);
  const belowId = cursor === undefined ? undefined : readIdCursor('int', cursor);
  const now = ctx.clock.now();
  const rows = await listOwnRows(ctx.db, { principalId, status, externalRef, belowId, now, limit: limit + 1 });
  return toPage(rows, limit, { item: toOwnIntake, cursor: ({ id }) => writeCursor(id) });
}

function toOwnIntake(intake: Intake): OwnIntake {
  const { request, lookedUp, status } = intake;
  const { year, make, model, vin } = request.vehicle ?? {};
  const named = [year, make, model].filter((part) => part !== undefined).join(' ');
  return {
    intake_id: intake.id,
    status,
    external_ref: request.external_ref ?? null,
    vehicle: named === '' ? (vin ?? null) : named,
    agent_tier: intake.agentTier,
    priority_callback: intake.priorityCallback,
    missing_fields: isNeutral(status) ? [] : computeMissingFields(request, computeFacts(request, lookedUp), lookedUp),
    created_at: intake.createdAt.toISOString(),
    status_at: intake.statusAt.toISOString(),
  };
}
