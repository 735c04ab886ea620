import { expect, it, vi } from 'vitest';
import { agentSandboxCode } from '#lib/api/agent-sandbox';
import { freePort } from '#test/processes/processes';
import { startReceiverSample } from '#test/samples/start-receiver-sample';
import { until } from '#test/until';
import { listenFor } from './bring-webhooks.ts';
import { timeSteps } from './time-steps.ts';
import { useService } from './use-service.ts';

// The commands of /developers/start/agent, in its order.

// Starting processes takes long on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

const tried = useService();
const memberOf = (text: string, name: string): string => String((JSON.parse(text) as Record<string, unknown>)[name]);

it('the agent guide leads from nothing to a verified webhook on localhost in six steps', async () => {
  const service = tried.current;
  await service.start();
  const walk = timeSteps();
  const forwardTo = `http://localhost:${await freePort()}/`;

  await walk.step('submit a case', async () => {
    expect(memberOf(await service.run('submit-intake', 'curl.sh', {}), 'status')).toBe('received');
  });

  const env = await walk.step('register', async () => {
    const registered = await service.run('register', 'curl.sh', {});
    const given = { REGISTRATION_ID: memberOf(registered, 'registration_id') };
    const verified = await service.run('verify-registration', 'curl.sh', { ...given, CODE: agentSandboxCode });
    return { MAKEWHOLE_AGENT_KEY: memberOf(verified, 'api_key') };
  });

  const { receiver, bringing } = await walk.step('start a receiver', async () => {
    const bringing = listenFor(service, { env, options: ['--agent'] }, forwardTo);
    const options = { secret: bringing.secret, cwd: service.folder, port: Number(new URL(forwardTo).port) };
    return { bringing, receiver: await startReceiverSample('python.py', options) };
  });
  const genuine = (type: string) =>
    until(type, () => {
      bringing.check();
      return receiver.lines.some((line) => line.startsWith(`genuine ${type} evt_`));
    });

  try {
    await walk.step('bring the webhooks to this machine', () => bringing.start());

    const receipt = await walk.step('submit with the key', async () => {
      const submitted = await service.run('submit-with-key', 'curl.sh', env);
      await genuine('intake.received');
      return submitted;
    });

    await walk.step('let the owner say yes', async () => {
      const given = { ...env, INTAKE_ID: memberOf(receipt, 'intake_id') };
      await service.run('sandbox-step', 'curl.sh', given);
      await genuine('intake.customer_confirmed');
    });
  } finally {
    await receiver.stop();
  }
  walk.print('An agent, from nothing to a verified webhook on localhost');
  expect(walk.steps.length).toBeLessThanOrEqual(6);
  expect(receiver.lines.filter((line) => line.startsWith('refused'))).toEqual([]);
});
