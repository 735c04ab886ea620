import { generateKeyPairSync } from 'node:crypto';
import { expect, it, vi } from 'vitest';
import { uploadCredential } from '#modules/credentials';
import { givenPartner, toPem } from '#testing/partners';
import { freePort } from '#test/processes/processes';
import { startReceiverSample } from '#test/samples/start-receiver-sample';
import { until } from '#test/until';
import { listenFor } from './bring-webhooks.ts';
import { timeSteps } from './time-steps.ts';
import { useService } from './use-service.ts';

// The commands of /developers/start/lender, in its order. Steps that a person does in the portal are done by its own
// operations.

// Starting processes takes long on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

const tried = useService();
it('the lender guide leads from a test key to a signed request, a webhook and a roster dry run', async () => {
  const service = tried.current;
  await service.start();
  const walk = timeSteps();
  const forwardTo = `http://localhost:${await freePort()}/`;
  const { institutionId, key } = await givenPartner(service.harness);
  const bearer = { MAKEWHOLE_KEY: key, VIN: '1SYNTHETK00000101' };

  await walk.step('a test key', async () => {
    expect(await service.run('partner-me', 'curl.sh', bearer)).toContain('"livemode":false');
  });

  const credential = await walk.step('a signed credential', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    service.write('private.pem', String(privateKey.export({ type: 'pkcs8', format: 'pem' })));
    const { id, challenge } = await uploadCredential(service.harness.ctx, institutionId, {
      alg: 'ed25519',
      public_key: toPem(publicKey),
      livemode: false,
      role: 'full',
    });
    const given = { KEY_ID: id, CHALLENGE: challenge };
    expect(await service.run('activate-credential', 'bash.sh', given)).toContain('"status":"active"');
    return given;
  });

  const referral = await walk.step('a signed request', async () => {
    const created = await service.run('signed-referral', 'bash.sh', { ...credential, ...bearer });
    return (JSON.parse(created) as { id: string }).id;
  });

  await walk.step('a webhook', async () => {
    const bringing = listenFor(service, { env: { MAKEWHOLE_KEY: key }, options: [] }, forwardTo);
    const options = { secret: bringing.secret, cwd: service.folder, port: Number(new URL(forwardTo).port) };
    const receiver = await startReceiverSample('python.py', options);
    try {
      await bringing.start();
      await service.run('simulate-referral', 'curl.sh', { ...bearer, REFERRAL_ID: referral });
      await until('the webhook', () => {
        bringing.check();
        return receiver.lines.some((line) => line.startsWith('genuine referral.activated'));
      });
    } finally {
      await receiver.stop();
    }
  });

  await walk.step('a roster dry run', async () => {
    expect(await service.run('roster-dry-run', 'curl.sh', bearer)).toContain('"created":2');
  });
  walk.print('A lender, from a test key to a roster dry run');
});
