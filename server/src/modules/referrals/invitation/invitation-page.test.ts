import { beforeAll } from 'vitest';
import { describeAnswerPage } from '#test/browser/answer-page';
import { useHarness } from '#test/harness';
import { givenPartner } from '#testing/partners';
import { bringTo, givenReferral, linkPath, partnerCalls, press } from '../testing.ts';

const harness = useHarness({ invitationTtlDays: 1 });

/** A borrower's page, at the address where this test's server listens. */
async function givenLink(institution = 'Harbor Credit Union') {
  const { key } = await givenPartner(harness.current, { institution: { name: institution } });
  const { id } = await givenReferral(harness.current, key);
  return {
    url: `${harness.current.baseUrl}${await linkPath(harness.current, id)}`,
    status: async () => (await partnerCalls(harness.current, key)(`GET /referrals/${id}`)).body.status,
    cancel: () => bringTo(harness.current, key, { id, status: 'canceled' }),
  };
}

let expiredUrl = '';
beforeAll(async () => {
  expiredUrl = (await givenLink()).url;
  harness.current.clock.advance(86_400);
});

describeAnswerPage({
  image: 'invitation',
  title: 'You are invited · Makewhole',
  asking: 'A free look at your total-loss claim',
  waiting: 'invited',
  yes: { name: 'accepted', decision: 'accept', status: 'activated', heading: 'Thank you, we will call you.' },
  no: { name: 'declined', decision: 'decline', status: 'declined', heading: 'You said no, and we respect that.' },
  nameMost: 200,
  givenLink,
  decide: (url, decision) => press(harness.current, new URL(url).pathname, decision),
  otherStates: {
    expired: { status: 410, heading: 'This invitation has expired.', open: (page) => page.goto(expiredUrl) },
    withdrawn: {
      status: 410,
      heading: 'This invitation was withdrawn.',
      open: async (page) => {
        const { url, cancel } = await givenLink();
        await cancel();
        return page.goto(url);
      },
    },
    unknown: {
      status: 404,
      heading: 'We don’t recognize this link.',
      open: (page) => page.goto(`${harness.current.baseUrl}/i/${'x'.repeat(32)}`),
    },
  },
});
