import { expect, it } from 'vitest';
import { finishSetUp, mailedToken, newPortalEmail } from '#test/fixtures/portal-sign-up';
import { useHarness } from '#test/harness';
import { givenPortalUser } from './testing.ts';

const harness = useHarness();

/** Subjects of the emails to these addresses so far. */
async function subjectsTo(email: string): Promise<(string | undefined)[]> {
  await harness.current.sendMessages();
  return harness.current.mailbox.to(email).map(({ mail }) => mail.subject);
}

async function givenOwners() {
  const { current } = harness;
  const owner = await givenPortalUser(current, { fresh: true });
  const { institutionId } = owner;
  const other = await givenPortalUser(current, { institutionId });
  const admin = await givenPortalUser(current, { institutionId, role: 'admin' });
  return { owner, other, admin, institutionId };
}

it('owners are notified of a new member and a role change, even if the institution named no contact', async () => {
  const { owner, other, admin } = await givenOwners();
  const email = newPortalEmail();
  await owner.call('POST', '/invitations', { body: { email, role: 'read_only' } });
  await finishSetUp(harness.current, { email, token: await mailedToken(harness.current, email), way: 'invitations' });
  const joined = 'Somebody joined your institution';
  for (const { email: to } of [owner, other]) expect(await subjectsTo(to)).toEqual([joined]);
  const mail = harness.current.mailbox.to(other.email)[0]?.mail.text ?? '';
  expect(mail).toContain('Their role is read-only.');
  expect(mail).not.toContain('Synthetic');
  const to = { body: { role: 'developer' } };
  expect((await owner.call('PATCH', `/members/${admin.userId}`, to)).status).toBe(200);
  expect((await owner.call('PATCH', `/members/${admin.userId}`, to)).status).toBe(200);
  expect(await subjectsTo(other.email)).toEqual([joined, 'The role of a member was changed']);
  expect(await subjectsTo(admin.email)).toEqual([]);
});

it('owners are notified when a live key is created or rotated, not of a test key or another institution’s key', async () => {
  const { owner, other } = await givenOwners();
  const stranger = await givenPortalUser(harness.current, { fresh: true });
  const make = (mode: 'test' | 'live', by = owner) => by.call('POST', '/keys', { mode, body: { label: 'synthetic' } });
  await make('test');
  await make('live', stranger);
  expect(await subjectsTo(other.email)).toEqual([]);
  const { body } = await make('live');
  const rotated = await owner.call('POST', `/keys/${body.id}/rotate`, { mode: 'live', body: { overlap_hours: 24 } });
  expect(rotated.status).toBe(201);
  expect(await subjectsTo(other.email)).toEqual(['A live key was added', 'A live key was added']);
  const text = harness.current.mailbox.to(other.email).at(-1)?.mail.text ?? '';
  expect(text).not.toContain('synthetic');
});

it('an owner whose address is also a chosen contact gets one email', async () => {
  const { owner, institutionId } = await givenOwners();
  const set = 'update partners.institutions set technical_contact_email = $2 where id = $1';
  await harness.current.owner.pool.query(set, [institutionId, owner.email]);
  await owner.call('POST', '/keys', { mode: 'live', body: {} });
  expect(await subjectsTo(owner.email)).toEqual(['A live key was added']);
});
