export const trailBroken = (): Error =>
  new Error('the head of the audit trail was changed; run makewhole audit verify');
