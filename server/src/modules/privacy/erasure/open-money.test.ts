import { expect, it } from 'vitest';
import { closeErased } from '#app/callbacks';
import { useCardHarness } from '#test/doubles/stripe';
import { consultationOrigins, newCustomer } from '#test/fixtures/consultation-origins';
import { givenHold } from '#testing/checkout';
import { givenStaffToken } from '#testing/staff';
import { eraseAsked } from './erase-customer.ts';

const parts = useCardHarness();

it('an open card hold blocks an erasure on the board, before and after the request, until it is released', async () => {
  const { harness } = parts.current;
  const token = await givenStaffToken(harness, 'lead');
  const call = (method: string, path: string, body?: unknown) =>
    harness.call(method, `/api/staff/v1${path}`, { token, ...(body === undefined ? {} : { body }) });
  const { id } = await consultationOrigins.referral(harness, { customer: newCustomer(), token });
  const { body: person } = await call('GET', `/cases/${id}/person`);
  const asked = { scope: 'case', reason: 'ordered', confirm: person.number };
  expect((await call('POST', `/cases/${id}/erasure`, asked)).status).toBe(202);
  const { body } = await call('POST', `/consultations/${id}/deliver`);
  const [, link = ''] = /\/checkout\/([0-9A-Za-z]{32})/.exec(body.checkout.research_url) ?? [];
  const contacts = { email: undefined, phone: undefined };
  const given = { consultationId: id, contacts, path: (product: string) => `/checkout/${link}/${product}` };
  const holdId = await givenHold(parts.current, given, 'research');
  expect(await eraseAsked(harness.ctx, closeErased)).toBe(1);
  const stopped = await call('GET', `/cases/${id}/person`);
  expect(stopped.body.erasure).toMatchObject({ state: 'stopped', problem: 'money_open' });
  expect((await call('GET', `/cases/${id}/erasure-preview`)).body.stops).toEqual(['money_open']);
  const refused = await call('POST', `/cases/${id}/erasure`, asked);
  expect([refused.status, refused.body.code]).toEqual([409, 'money_open']);
  await call('POST', `/holds/${holdId}/release`);
  harness.clock.advance(1);
  expect((await call('POST', `/cases/${id}/erasure`, asked)).status).toBe(202);
  expect(await eraseAsked(harness.ctx, closeErased)).toBe(1);
  expect((await call('GET', `/cases/${id}/person`)).body.erasure.state).toBe('done');
});
