import { givenPortalUser } from '#testing/portal';
import { givenSubscribedEndpoint } from '#testing/webhooks';

export type Step = {
  readonly step: string;
  readonly done: boolean;
  readonly since: string | null;
  readonly evidence: unknown;
};

/** An institution that signed itself up, so it has only a sandbox. */
export async function givenSandbox(given: Parameters<typeof givenSubscribedEndpoint>[0], livemode = false) {
  const endpoint = await givenSubscribedEndpoint(given, { endpoint: { livemode } });
  const { harness } = given;
  const { institution: institutionId } = endpoint;
  await harness.owner.pool.query('update partners.institutions set live_opened_at = null where id = $1', [
    institutionId,
  ]);
  const user = await givenPortalUser(harness, { role: 'owner', institutionId });
  const list = async () => (await user.call('GET', '/go-live')).body;
  return {
    endpoint,
    institutionId,
    user,
    list,
    done: async () => ((await list()).steps as Step[]).filter(({ done }) => done).map(({ step }) => step),
    stepOf: async (name: string) => ((await list()).steps as Step[]).find(({ step }) => step === name),
    rehearse: () => user.call('POST', '/go-live/rehearsals', { body: { endpoint_id: endpoint.id } }),
  };
}
