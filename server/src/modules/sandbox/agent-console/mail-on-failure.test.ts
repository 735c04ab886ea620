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

/** An agent with a webhook, and the emails that its operator got about failures. */
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

describe('emails about a failing webhook', () => {
  it('a webhook that fails for six hours causes one email to the operator, with the cause, advice and a link', async () => {
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

  it('deliveries that were given up cause an email at most once a day', async () => {
    const agent = await givenOperator();
    answer(500);
    await agent.submit();
    await deliverUntilExhausted(h());
    await warn();
    await warn();
    const subjects = () => agent.mails().map((mail) => mail?.subject);
    expect(subjects()).toEqual(['Deliveries to the webhook of your agent were given up']);
  });

  it('failing webhooks cause no email while emails are turned off, and one after they are turned on again', async () => {
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

  it('failure emails in the sandbox go to the mailbox, and nothing is sent', async () => {
    const agent = await givenOperator();
    await moveToSandbox(h(), agent.principalId);
    answer(500);
    // A sandbox agent's own events go to its sandbox endpoint. This delivery is a test event instead.
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
