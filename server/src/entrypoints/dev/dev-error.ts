/** Ends `npm run dev` with one sentence that says what to do. */
export class DevError extends Error {
  override readonly name = 'DevError';
}
