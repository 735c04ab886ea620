import type { AppError } from '#platform/errors';

/** A refusal that the client requested in the sandbox. It is neither logged nor counted as our failure. */
export class Rehearsal extends Error {
  override readonly name = 'Rehearsal';
  readonly refusal: AppError;

  constructor(refusal: AppError) {
    super(refusal.message);
    this.refusal = refusal;
  }
}
