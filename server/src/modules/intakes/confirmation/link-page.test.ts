import { beforeAll } from 'vitest';
import { describeAnswerPage } from '#test/browser/answer-page';
import { useHarness } from '#test/harness';
import { minimalIntake, submit } from '../testing.ts';

const harness = useHarness({ intakeTtlDays: 1 });

/** The customer's page, at the address where this test's server really listens. */
async function givenLink(agentName = 'Synthetic Agent') {
  const body = minimalIntake({ agent: { name: agentName, platform: 'synthetic-agent' } });
  const { body: receipt } = await submit(harness.current, body);
  const { intake_id: id, poll_token: token, customer_confirmation_url: confirmation } = receipt;
  return {
    url: `${harness.current.baseUrl}${new URL(confirmation).pathname}`,
    status: async () => (await harness.current.call('GET', `/api/agent/v1/intakes/${id}`, { token })).body.status,
  };
}

let expiredUrl = '';
beforeAll(async () => {
  expiredUrl = (await givenLink()).url;
  harness.current.clock.advance(86_400);
});

describeAnswerPage({
  image: 'link',
  title: 'Please confirm · Makewhole',
  asking: 'Did you ask for help with your total-loss claim?',
  waiting: 'received',
  shownAs: 'synthetic-agent',
  yes: {
    name: 'confirmed',
    decision: 'confirm',
    status: 'customer_confirmed',
    heading: 'Thank you, you are confirmed.',
  },
  no: { name: 'declined', decision: 'decline', status: 'declined', heading: 'You said no, and we respect that.' },
  nameMost: 120,
  givenLink,
  decide: (url, decision) =>
    harness.current.call('POST', new URL(url).pathname, {
      raw: `decision=${decision}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }),
  otherStates: {
    expired: { status: 410, heading: 'This link has expired.', open: (page) => page.goto(expiredUrl) },
    unknown: {
      status: 404,
      heading: 'We don’t recognize this link.',
      open: (page) => page.goto(`${harness.current.baseUrl}/c/${'x'.repeat(32)}`),
    },
  },
});
