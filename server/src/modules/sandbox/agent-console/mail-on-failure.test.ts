import { beforeEach, describe, expect, it } from 'vitest';
import { sweeps } from '#app/workers/sweeps';
import { minimalIntake, submit } from '#testing/intakes';
import { registrationOf, givenAgent } from '#testing/agents';
import { deliver, deliverUntilExhausted, useDelivering } from '#testing/webhooks';
import { givenConsoleBrowser, moveToSandbox } from './testing.ts';

const given = useDelivering();
const h = () => given.current.harness;
const hour = 3600;

beforeEach(async () => {
  await h().owner.pool.query('delete from webhooks.deliveries');
  await h().owner.pool.query('delete from webhooks.endpoints');
});

const answer = (status: number) =>
  given.current.receiver.answer((_request, response) => response.writeHead(status).end('do not quote me'));

async function warn(): Promise<void> {
  await sweeps(h().ctx)
    .find(({ name }) => name === 'webhooks.warn')
    ?.run(500);
  await h().sendMessages();
}

/** An agent with a webhook, and the mails about its failures that its operator has got. */
async function givenOperator() {
  const email = `operator-${crypto.randomUUID()}@example.com`;
  const agent = await givenAgent(h(), registrationOf(email));
  const url = `https://${given.current.receiver.host}/${agent.principalId}`;
  await h().call('PUT', '/api/agent/v1/me/webhook', { token: agent.key, body: { url } });
  await h().sendMessages();
  return {
    ...agent,
    submit: () => submit(h(), minimalIntake(), { token: agent.key }),
    ask: async (path: string) => (await h().call('GET', `/api/agent-console/v1${path}`, { token: agent.key })).body,
    mails: () =>
      h()
        .mailbox.to(email)
        .map(({ mail }) => mail)
        .filter((mail) => /failing|given up/.test(mail?.subject ?? '')),
  };
}

describe('a webhook that fails', () => {
  it('causes a mail to the operator after six hours, once, with cause, advice and where to look', async () => {
    const agent = await givenOperator();
    answer(410);
    await agent.submit();
    await deliver(h());
    h().clock.advance(6 * hour - 1);
    await warn();
    expect(agent.mails()).toEqual([]);
    h().clock.advance(1);
    await warn();
    await warn();
    expect(agent.mails().map((mail) => mail?.subject)).toEqual(['The webhook of your agent is failing']);
    const text = agent.mails()[0]?.text?.replaceAll(/\s+/g, ' ') ?? '';
    expect(text).toContain(agent.principalId);
    expect(text).toContain(given.current.receiver.host);
    expect(text).toContain('answered 410');
    expect(text).toContain('There is no receiver for POST at this path');
    const [delivery] = (await agent.ask('/deliveries?failed=yes')).data;
    expect(text).toContain(`http://makewhole.test/agent-console/deliveries/${delivery.id}`);
    expect(text).not.toContain('do not quote me');
    expect(text).not.toMatch(/institution|api\/gap/);
  });

  it('causes one of deliveries that were given up, at most once a day', async () => {
    const agent = await givenOperator();
    answer(500);
    await agent.submit();
    await deliverUntilExhausted(h());
    await warn();
    await warn();
    const subjects = () => agent.mails().map((mail) => mail?.subject);
    expect(subjects()).toEqual(['Deliveries to the webhook of your agent were given up']);
  });

  it('causes none where mails were turned off, and one again when they are on', async () => {
    const agent = await givenOperator();
    const { press } = await givenConsoleBrowser(h(), agent.key);
    expect((await press('/webhook/settings', { mail_on_failure: 'off' })).status).toBe(303);
    answer(500);
    await agent.submit();
    await deliver(h());
    h().clock.advance(7 * hour);
    await warn();
    expect(agent.mails()).toEqual([]);
    const { press: again } = await givenConsoleBrowser(h(), agent.key);
    await again('/webhook/settings', { mail_on_failure: 'on' });
    await warn();
    expect(agent.mails()).toHaveLength(1);
  });

  it('in the sandbox goes into the mailbox, and nothing leaves', async () => {
    const agent = await givenOperator();
    await moveToSandbox(h(), agent.principalId);
    answer(500);
    // What an agent of the sandbox publishes goes to its endpoint there; here it has one delivery of its own making.
    await h().call('POST', '/api/agent-console/v1/webhook/test-event', { token: agent.key, body: {} });
    await deliver(h());
    await h().owner.pool.query('update webhooks.endpoints set failing_since = $2 where account_id = $1', [
      agent.principalId,
      h().clock.now(),
    ]);
    h().clock.advance(6 * hour);
    await warn();
    expect(agent.mails()).toEqual([]);
    const { data } = await agent.ask('/mailbox');
    expect(data).toMatchObject([{ subject: 'The webhook of your agent is failing', channel: 'email' }]);
    const message = await agent.ask(`/mailbox/${data[0].id}`);
    expect(message.text).toContain('agent-console/deliveries');
    expect(message.links.length).toBeGreaterThan(0);
    const { visit } = await givenConsoleBrowser(h(), agent.key);
    expect((await visit('/mailbox')).text).toContain('The webhook of your agent is failing');
    expect((await visit(`/mailbox/${data[0].id}`)).text).toContain('Links in it');
  });
});
