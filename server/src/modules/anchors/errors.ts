/** What was written outside is no longer as it was. Nothing is signed until somebody has looked. */
export const anchorBroken = (number: number, problem: string): Error =>
  new Error(`anchor ${number} ${problem}; run makewhole audit verify`);
