import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { randomBase62 } from '#lib/tokens/base62';
import { cellOf } from '#lib/tokens/tagged-token';
import { createDemoLink, createSetup } from '#modules/staff';
import { useCardHarness } from '#test/doubles/stripe';
import { givenAgent } from '#testing/agents';
import { givenAppraisal } from '#testing/appraisals';
import { givenCheckout } from '#testing/checkout';
import { givenIntake, linkPath as confirmPath, poll, sentLinkPath } from '#testing/intakes';
import { givenPartner, givenSignedCredential } from '#testing/partners';
import { givenReferral, linkPath as invitationPath } from '#testing/referrals';
import { givenSession, givenStaff, givenStaffToken } from '#testing/staff';

const parts = useCardHarness({ CELL_ID: 'Z9' });
const harness = {
  get current() {
    return parts.current.harness;
  },
};

/** The last segment of a path. */
const endOf = (path: string): string => path.split('/').at(-1) ?? '';

const releasedPath = async (): Promise<string> => {
  const given = await givenAppraisal(harness.current);
  await given.compose();
  await given.release();
  return new URL((await given.get()).versions[0]?.url ?? '').pathname;
};

describe('credentials that clients present', () => {
  const made: Readonly<Record<string, () => Promise<string>>> = {
    'an agent key': async () => (await givenAgent(harness.current)).key,
    'a poll token': async () => (await givenIntake(harness.current)).poll_token,
    'the link in a receipt': async () => endOf(confirmPath(await givenIntake(harness.current))),
    'the link in a message': async () =>
      endOf(await sentLinkPath(harness.current, (await givenIntake(harness.current)).intake_id, 'email')),
    'a test key of a partner': async () => (await givenPartner(harness.current, { livemode: false })).key,
    'a live key of a partner': async () => (await givenPartner(harness.current, { livemode: true })).key,
    'the id of a signed credential': async () => (await givenSignedCredential(harness.current)).id,
    'an invitation': async () => {
      const { key } = await givenPartner(harness.current);
      return endOf(await invitationPath(harness.current, (await givenReferral(harness.current, key)).id));
    },
    'a checkout link': async () => (await givenCheckout(harness.current)).path('research').split('/')[2] ?? '',
    'the link of an appraisal': async () => endOf(await releasedPath()),
    'a staff token': () => givenStaffToken(harness.current),
    'a session of the staff': async () => (await givenSession(harness.current)).headers['cookie']?.split('=')[1] ?? '',
    'a set-up link': async () => {
      const { email } = await givenStaff(harness.current);
      return endOf((await createSetup(harness.current.ctx, email)).url);
    },
    'a link of the demo': async () => {
      const { email } = await givenStaff(harness.current);
      return endOf((await createDemoLink(harness.current.ctx, email)).url);
    },
  };

  it.each(Object.keys(made))('%s carries its cell tag', async (name) => {
    expect(cellOf((await made[name]?.()) ?? '')).toBe('Z9');
  });

  it('no other module creates random text, except text that clients never send back', () => {
    const src = new URL('../src/modules/', import.meta.url);
    const drawing = globSync('**/*.ts', { cwd: src })
      .filter((file) => !/(\.test|testing)\.ts$/.test(file))
      .filter((file) => readFileSync(new URL(file, src), 'utf8').includes('randomBase62'));
    expect(drawing.toSorted()).toEqual([
      // Data signed with the key that the credential's id names.
      'credentials/signatures/credentials.ts',
      // A file name.
      'documents/storage/uploads.ts',
      // Our signing key.
      'webhooks/agent-webhook/agent-webhook.ts',
      'webhooks/endpoints/endpoints.ts',
      // The end of a test event's id, which distinguishes events of the same moment.
      'webhooks/rules.ts',
    ]);
  });
});

describe('a tag', () => {
  it('is not needed: a token without one works', async () => {
    const receipt = await givenIntake(harness.current);
    const before = { ...receipt, poll_token: `svc_poll_${randomBase62(43)}` };
    const { vault, db } = harness.current.ctx;
    await db.many({
      text: 'update intakes.poll_tokens set token_hash = $1 where intake_id = $2',
      values: [vault.fingerprint(before.poll_token, 'token'), receipt.intake_id],
    });
    expect((await poll(harness.current, before)).status).toBe(200);
  });

  it('a cell tag grants nothing: a token that was never issued is refused, whatever its tag', async () => {
    const receipt = await givenIntake(harness.current);
    const { poll_token: other } = await givenIntake(harness.current);
    expect((await poll(harness.current, { ...receipt, poll_token: other })).status).toBe(401);
  });
});
