import type { AppError } from '#platform/errors';

/** A refusal that the sandbox was asked for. It is none of ours, so it is neither logged nor counted as a failure. */
export class Rehearsal extends Error {
  override readonly name = 'Rehearsal';
  readonly refusal: AppError;

  constructor(refusal: AppError) {
    super(refusal.message);
    this.refusal = refusal;
  }
}
