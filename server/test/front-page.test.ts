import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { generateListings } from '#modules/vehicles';
import { useHarness } from '#test/harness';
import { read } from './deploy/deploy-files.ts';

const harness = useHarness();
const page = read('README.md');
const block = (marker: string): string =>
  page.split(`<!-- ci: ${marker} -->\n\n\`\`\`bash\n`)[1]?.split('\n```')[0] ?? '';

it('the README fits on two screens and ends with the license', () => {
  expect(page.split('\n').length).toBeLessThanOrEqual(120);
  expect(page.trimEnd().split('\n').at(-1)).toBe('[Apache-2.0](LICENSE)');
  expect(block('try it').split('\n')).toEqual(['npm ci', 'npm run dev']);
});

it('the first request of the README creates an intake with a gap to the market [A-INTAKE-002, A-INTAKE-005]', async () => {
  const { baseUrl: url, ctx } = harness.current;
  // As many listings as the demo has, close to this car.
  const like = [{ year: 2019, make: 'Honda', model: 'Accord', zip: '78701' }];
  await generateListings(ctx, { seed: 7, rows: 2000, like });
  const command = block('first intake').replace('http://localhost:8080', url);
  expect(command).toContain(`${url}/api/agent/v1/intakes`);
  const { stdout } = await promisify(execFile)('bash', ['-c', command]);
  const receipt = JSON.parse(stdout);
  expect(receipt).toMatchObject({ status: 'received', agent_tier: 'anonymous', missing_fields: expect.any(Array) });
  expect(receipt.poll_token).toMatch(/^\w+$/);
  expect(receipt.preliminary.gap_vs_offer_cents).toBeGreaterThan(0);
});

it('the changelog has at most 30 lines for each release, and each release has its date', () => {
  const releases = read('CHANGELOG.md').split(/^## /m).slice(1);
  expect(releases.map((text) => text.split('\n')[0])).toEqual([
    '[Unreleased]',
    ...releases.slice(1).map(() => expect.stringMatching(/^\[\d+\.\d+\.\d+\] - \d{4}-\d\d-\d\d$/)),
  ]);
  expect(releases.filter((text) => text.trimEnd().split('\n').length > 30)).toEqual([]);
});

it("every workspace has the repository's version, Node and npm", () => {
  const manifest = (folder: string) => JSON.parse(read(`${folder}package.json`)) as Record<string, unknown>;
  const own = manifest('');
  for (const workspace of own['workspaces'] as string[]) {
    const { version, engines, packageManager } = manifest(`${workspace}/`);
    expect([workspace, version, engines, packageManager]).toEqual([
      workspace,
      own['version'],
      own['engines'],
      own['packageManager'],
    ]);
  }
});
