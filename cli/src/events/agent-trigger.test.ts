import { expect, it } from 'vitest';
import { minimalIntake } from '../../../server/src/modules/intakes/testing.ts';
import { useHarness } from '../../../server/test/harness.ts';
import { givenTestKey } from '../../test/given-test-key.ts';
import { createShell } from '../../test/shell.ts';

const harness = useHarness();
const at = '/sandbox/api/agent/v1';

it('mw trigger --agent lists the steps of a test intake, and takes one', async () => {
  const { call, baseUrl: url } = harness.current;
  const key = await givenTestKey(harness.current);
  const { body } = await call('POST', `${at}/intakes`, { body: minimalIntake(), token: key });
  const shell = createShell({ url, env: { MAKEWHOLE_AGENT_KEY: key } });
  const listed = await shell.run(`trigger --agent --intake ${body.intake_id}`);
  expect([listed.exitCode, listed.out.join('\n')]).toEqual([0, expect.stringContaining('send_welcome')]);
  const taken = await shell.run(`trigger send_welcome --agent --intake ${body.intake_id}`);
  expect([taken.exitCode, taken.out]).toEqual([0, [`Took step send_welcome; ${body.intake_id} is now welcome_sent.`]]);
  const again = await shell.run(`trigger send_welcome --agent --intake ${body.intake_id}`);
  expect(again.exitCode).toBe(1);
  expect((await shell.run('trigger send_welcome --agent --intake int_none')).exitCode).toBe(1);
  expect((await shell.run('whoami')).out.join('\n')).toContain('Agent key');
  const inSandbox = createShell({ url: `${url}/sandbox`, env: { MAKEWHOLE_AGENT_KEY: key } });
  expect((await inSandbox.run('whoami')).exitCode).toBe(0);
  expect((await inSandbox.run(`trigger --agent --intake ${body.intake_id}`)).exitCode).toBe(0);
});

it('mw trigger --agent lists without an intake every step that the service supports', async () => {
  const { call } = harness.current;
  const key = await givenTestKey(harness.current);
  const { body } = await call('POST', `${at}/intakes`, { body: minimalIntake(), token: key });
  const { body: known } = await call('GET', `/sandbox/api/intakes/${body.intake_id}/steps`, { token: key });
  const steps = known.steps.map(({ step, does }: { step: string; does: string }) => ({ step, does }));
  const listed = await createShell().run('trigger --agent --json');
  expect([listed.exitCode, JSON.parse(listed.out[0]!)]).toEqual([0, { steps }]);
});

it.each([
  ['trigger confirm', 'mw trigger confirm --agent --intake int_…'],
  ['trigger confirm --agent', 'mw trigger confirm --agent --intake int_…'],
  ['trigger confrim --agent --intake int_1', 'Did you mean confirm?'],
  ['trigger nothing --agent', 'See mw trigger --agent.'],
  ['trigger constructor --agent', 'See mw trigger --agent.'],
  ['trigger --intake int_1', 'add --agent'],
  ['trigger referral.activatd', 'Did you mean referral.activated?'],
  ['trigger constructor', 'See mw trigger.'],
])('exits with 2 and names the missing argument: mw %s', async (words, said) => {
  const { exitCode, err } = await createShell({ url: 'http://127.0.0.1:9' }).run(words);
  expect([exitCode, err.join('\n')]).toEqual([2, expect.stringContaining(said)]);
});
