import { freshAddress, registrationBody } from '../../server/src/modules/agents/testing.ts';
import type { Harness } from '../../server/test/harness.ts';

/** A sandbox agent key, registered with the public sandbox code. */
export async function givenTestKey({ call }: Harness): Promise<string> {
  const at = '/sandbox/api/agent/v1/register';
  const registered = await call('POST', at, { body: registrationBody(), headers: freshAddress() });
  const body = { registration_id: registered.body.registration_id, code: '000000' };
  return (await call('POST', `${at}/verify`, { body })).body.api_key;
}
