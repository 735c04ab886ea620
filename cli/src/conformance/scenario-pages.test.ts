import { describe, expect, it } from 'vitest';
import { useHarness } from '../../../server/test/harness.ts';
import { agentScenarios } from './agent-scenarios.ts';
import { partnerScenarios } from './partner-scenarios.ts';

const harness = useHarness();

describe('the page named by a scenario', () => {
  it.each([...agentScenarios, ...partnerScenarios].map(({ id, page }) => [id, page] as const))(
    'is on the site, with its section: %s',
    async (_id, page) => {
      const { pathname, hash } = new URL(page, harness.current.baseUrl);
      const { status, text } = await harness.current.call('GET', pathname);
      expect([page, status]).toEqual([page, 200]);
      // A scenario names a whole page only if all of it is about the scenario.
      if (hash === '') expect(page).toMatch(/\/(?:a-lost-201|paging)$/);
      else expect(text).toContain(` id="${hash.slice(1)}"`);
    },
  );
});
