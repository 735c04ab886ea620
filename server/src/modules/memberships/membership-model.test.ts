import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { startHarness } from '#test/harness';
import { MembershipPair, tenantCount, step } from '#test/models/membership-steps';
import { runs } from '#test/runs';

it("any sequence of actions leaves the roster, events and statements that the contract's tables require, to the cent [P-PLAN-001, P-PLAN-004, P-PLAN-005, P-PLAN-006, P-LOSS-001, P-STMT-001]", async () => {
  const property = fc.asyncProperty(fc.array(step, { minLength: 40, maxLength: 60, size: 'max' }), async (steps) => {
    // Statements cover all institutions at once, so every run has its own service.
    const harness = await startHarness({ gapRequestsPerMin: 1_000_000 });
    try {
      const pair = new MembershipPair(harness);
      await pair.begin();
      for (const taken of steps) {
        const outcome = await pair.take(taken);
        if (outcome !== undefined) expect({ taken, ...outcome.told }).toEqual({ taken, ...outcome.expected });
      }
      for (let owner = 0; owner < tenantCount; owner += 1)
        expect(await pair.served(owner)).toEqual(pair.modelled(owner));
    } finally {
      await harness.close();
    }
  });
  await fc.assert(property, { numRuns: runs({ always: 2, nightly: 200 }), endOnFailure: true });
}, 3_600_000);
