/** Thrown by an adapter that read more than the size of any event. */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge';
}
