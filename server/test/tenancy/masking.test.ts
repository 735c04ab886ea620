// Contacts of live borrowers and members: no portal operation shows them to a user who may not see them.
import { sweeps } from '#app/workers/sweeps';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { portalPermissions, type PortalRole } from '#lib/api/portal-roles';
import { givenEnrollment } from '#testing/memberships';
import { givenPartner } from '#testing/partners';
import { givenPortalUser, type PortalBrowser } from '#testing/portal';
import { givenReferral } from '#testing/referrals';
import { givenStaffToken } from '#testing/staff';
import { deliver, givenEndpoint } from '#testing/webhooks';
import { startReceiver, type Receiver } from '#test/doubles/receiver';
import { startHarness, type Harness } from '#test/harness';
import { collectRoutes, type ServedRoute } from '#test/http/routes';
import { questionsOf } from './masking-questions.ts';
import { givenPortalThings } from './portal-things.ts';
import { surfaceOf } from './walk-pairs.ts';
import { idsOf, type Ids } from './walk-world.ts';

const contact = {
  first_name: 'Canarygivenname',
  last_name: 'Canarysurname',
  email: 'canary.mailbox@example.com',
  phone: '(212) 555-0187',
};
const canary = /canarygivenname|canarysurname|canary\.mailbox|555.{0,3}0187/i;

const technical = 'technical@bank.example.com';

let harness: Harness;
let routes: ServedRoute[];
let receiver: Receiver;
let institutionId: string;
let key: string;
let ids: Ids;

beforeAll(async () => {
  receiver = await startReceiver();
  const { started, routes: all } = await collectRoutes(() =>
    startHarness({ WEBHOOK_HOST_OVERRIDES: receiver.dial, webhookCaFile: receiver.caFile }),
  );
  harness = started;
  routes = all.filter((route) => surfaceOf(route) === 'portal' && route.path.includes('/:mode/'));
  const client = await givenPartner(harness, { livemode: true, institution: { technical_contact_email: technical } });
  ({ institutionId, key } = client);
  const token = await givenStaffToken(harness);
  // Both kinds of payload, because the full one has the contacts.
  for (const payload of ['thin', 'full']) {
    await givenEndpoint({ harness, token }, institutionId, { payload, url: `https://${receiver.host}/${payload}` });
  }
  await givenReferral(harness, client.key, { borrower: contact });
  await givenEnrollment(harness, client.key, { member: contact });
  await givenPortalThings(harness, { institutionId, livemode: true, contact });
  // A sample of a full body is one that was delivered, in the past.
  await deliver(harness);
  harness.clock.advance(1);
  ids = await idsOf(harness, institutionId);
}, 600_000);
afterAll(async () => {
  await harness.close();
  await receiver.close();
});

const original = portalPermissions['contacts.read'];
afterEach(() => void Object.assign(portalPermissions, { 'contacts.read': original }));

/** The operations that showed a user with this role a contact, in a response or a refusal. */
async function findTold(role: PortalRole): Promise<string[]> {
  const portal: PortalBrowser = await givenPortalUser(harness, { institutionId, role, fresh: true });
  const told = new Set<string>();
  for (const route of routes) {
    for (const { operation, method, path, body } of await questionsOf({ harness, institutionId, ids }, route)) {
      const { status, text } = await harness.inject(method, path, {
        headers: { ...portal.headers, 'idempotency-key': crypto.randomUUID() },
        ...(body === undefined ? {} : { body }),
      });
      if (status >= 500) throw new Error(`${method} ${operation} was answered ${status}`);
      if (canary.test(text)) told.add(operation);
    }
  }
  return [...told];
}

/** The emails that an endpoint causes when it does not respond. */
async function warn(): Promise<string[]> {
  receiver.answer((_request, response) => response.writeHead(503).end());
  await givenReferral(harness, key, { borrower: contact });
  await deliver(harness);
  harness.clock.advance(7 * 3600);
  await sweeps(harness.ctx)
    .find(({ name }) => name === 'webhooks.warn')
    ?.run(500);
  await harness.sendMessages();
  return harness.mailbox.to(technical).map(({ mail }) => `${mail.subject}\n${mail.text}\n${String(mail.html)}`);
}

describe('contacts of live borrowers', () => {
  it('the contacts are shown to users who may see them', async () => {
    const told = await findTold('operations');
    expect(told).toEqual(
      expect.arrayContaining(['events.portal-get', 'webhooks.portal-get-delivery', 'roster-files.get']),
    );
    expect(told).toContain('roster-files.list-rows');
  });

  it('responses to POST contain them too', async () => {
    expect(await findTold('owner')).toContain('webhooks.portal-rehearse-endpoint');
  });

  it.each(['developer', 'finance', 'read_only'] as const)('are told to no %s by any operation', async (role) => {
    expect(await findTold(role)).toEqual([]);
  });

  it('this test detects a role that sees contacts but should not', async () => {
    Object.assign(portalPermissions, { 'contacts.read': [...original, 'developer'] });
    expect(await findTold('developer')).toEqual(
      expect.arrayContaining(['webhooks.portal-rehearse-endpoint', 'webhooks.portal-get-delivery']),
    );
  });

  it('no email to the technical contact contains them', async () => {
    const mails = await warn();
    expect(mails.length).toBeGreaterThan(0);
    expect(mails.filter((text) => canary.test(text))).toEqual([]);
  });
});
