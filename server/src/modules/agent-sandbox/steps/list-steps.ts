import type { Ctx } from '#context';
import { readStepFacts } from './read-step-facts.ts';
import type { StepList } from '../schemas.ts';
import { listStepViews } from '../step-rules.ts';

/** Every step of an intake of the sandbox, and which of them can be taken now. */
export async function listSteps(ctx: Ctx, intakeId: string): Promise<StepList> {
  const facts = await readStepFacts(ctx, intakeId);
  return { intake_id: facts.id, status: facts.status, steps: listStepViews(facts) };
}
