/** Thrown by an adapter that read more than any event has. */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge';
}
