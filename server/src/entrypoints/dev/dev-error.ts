/** Ends `npm run dev` with one sentence that tells the developer what to do. */
export class DevError extends Error {
  override readonly name = 'DevError';
}
