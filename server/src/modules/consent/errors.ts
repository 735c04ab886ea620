/** The head was edited: to go on from it would make the edit part of the chain. */
export const headBroken = (): Error =>
  new Error('the head of the consent ledger was changed; run makewhole consent verify');
