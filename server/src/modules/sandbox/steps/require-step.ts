import { AppError } from '#platform/errors';
import { stepNotPossible } from '../errors.ts';
import type { StepView } from '../step-rules.ts';

type Stepped = {
  readonly status: string;
  readonly review?: string | null;
  readonly steps: readonly StepView[];
};

type TakeStep<T extends Stepped> = {
  readonly step: string;
  readonly read: () => Promise<T>;
  readonly take: () => Promise<unknown>;
};

/** Takes a step that is possible now, and returns the object after it; otherwise says which are. */
export async function requireStep<T extends Stepped>({ step, read, take }: TakeStep<T>): Promise<T> {
  const before = await read();
  if (!before.steps.some((one) => one.step === step)) throw refusalOf(before);
  try {
    await take();
  } catch (error) {
    // Somebody else moved it since it was read.
    if (error instanceof AppError && movedMeanwhile.has(error.code)) throw refusalOf(await read());
    throw error;
  }
  return read();
}

const movedMeanwhile = new Set(['invalid_state', 'loss_notice_exists']);

const refusalOf = ({ status, review, steps }: Stepped) =>
  stepNotPossible({ status, review: review ?? undefined, possible: steps.map((one) => one.step) });
