import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startHarness, type Harness } from './harness.ts';
import { collectRoutes, type ServedRoute } from './routes.ts';

/** Everything that is served, who may call it, and what it is called in logs: nothing is added without a line here. */
const committed = `
DELETE /api/agent/v1/me/webhook | agent | webhooks.remove-agent-webhook
DELETE /api/staff/v1/institutions/:institution_id/webhook-endpoints/:endpoint_id | staff | webhooks.remove-endpoint
GET /api/agent/v1/agreement | anyone | agents.get-agreement
GET /api/agent/v1/intakes/:intake_id | poll token or agent key | intakes.get
GET /api/agent/v1/me | agent | agents.get-me
GET /api/staff/v1/board | staff | consultations.list-board
GET /api/staff/v1/deliveries | staff | webhooks.list-deliveries
GET /api/staff/v1/institutions/:institution_id | staff | partners.get-institution
GET /api/staff/v1/institutions/:institution_id/webhook-endpoints | staff | webhooks.list-endpoints
GET /api/staff/v1/institutions/:institution_id/webhook-endpoints/:endpoint_id | staff | webhooks.get-endpoint
GET /api/staff/v1/intakes/:intake_id | staff | intakes.get-record
GET /api/staff/v1/settings | staff | switches.get
GET /api/staff/v1/webhook-endpoints/:endpoint_id/recover | staff | webhooks.get-recovery
GET /c/:token | customer with the link | intakes.view-link
GET /dev/mailbox | anyone | customers.dev-mailbox
GET /developers/agent | anyone | developers.agent-page
GET /developers/agent-agreement/:version | anyone | agents.agreement-page
GET /developers/agent/openapi.json | anyone | developers.agent-openapi
GET /healthz | anyone | http.health
GET /livez | anyone | http.health
GET /readyz | anyone | http.health
PATCH /api/staff/v1/institutions/:institution_id | staff | partners.change-institution
PATCH /api/staff/v1/institutions/:institution_id/webhook-endpoints/:endpoint_id | staff | webhooks.change-endpoint
PATCH /api/staff/v1/settings | staff | switches.set
POST /api/agent/v1/intakes | agent or anonymous | intakes.open
POST /api/agent/v1/me/rotate-key | agent | agents.rotate-key
POST /api/agent/v1/register | anyone | agents.register
POST /api/agent/v1/register/verify | anyone | agents.verify
POST /api/staff/v1/agents/:agent_id/status | staff | agents.set-status
POST /api/staff/v1/deliveries/:delivery_id/resend | staff | webhooks.resend-delivery
POST /api/staff/v1/discounts | staff | customers.grant-discount
POST /api/staff/v1/do-not-contact | staff | customers.add-do-not-contact
POST /api/staff/v1/institutions | staff | partners.create-institution
POST /api/staff/v1/institutions/:institution_id/webhook-endpoints | staff | webhooks.create-endpoint
POST /api/staff/v1/intakes/:intake_id/calls | staff | intakes.log-call
POST /api/staff/v1/intakes/:intake_id/start | staff | intakes.start
POST /api/staff/v1/webhook-endpoints/:endpoint_id/promote | staff | webhooks.promote-secret
POST /api/staff/v1/webhook-endpoints/:endpoint_id/recover | staff | webhooks.recover-deliveries
POST /api/staff/v1/webhook-endpoints/:endpoint_id/rotate | staff | webhooks.rotate-secret
POST /c/:token | customer with the link | intakes.answer-link
POST /hooks/text/replies | text provider | customers.record-text-reply
POST /hooks/text/status | text provider | customers.record-text-status
PUT /api/agent/v1/me/webhook | agent | webhooks.set-agent-webhook
`
  .trim()
  .split('\n');

let harness: Harness;
let routes: ServedRoute[];

beforeAll(async () => {
  ({ started: harness, routes } = await collectRoutes(() => startHarness()));
});
afterAll(() => harness.close());

describe('the routes', () => {
  it('are exactly the committed ones, each with its audience and its operation', () => {
    const found = routes.map(
      ({ method, path, audience, operation }) => `${method} ${path} | ${audience} | ${operation}`,
    );
    expect(found.sort()).toEqual(committed);
  });

  it('describe the answers of their success statuses, save pages for people and callbacks of providers', () => {
    const described = routes.filter(({ path }) => !/^\/(c|dev|developers|hooks)\//.test(path));
    const undescribed = described.filter((route) => !route.described.some((status) => /^(2\d\d|2xx)$/.test(status)));
    expect(undescribed.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  });

  it('of the staff surface let nobody in without a staff token', async () => {
    for (const { method, path } of routes.filter(({ audience }) => audience === 'staff')) {
      const answer = await harness.call(method, path.replace(/:\w+/g, 'x'));
      expect(answer.status, `${method} ${path}`).toBe(401);
    }
  });
});
