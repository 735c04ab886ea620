/** The routes for operators of agents, API and pages. */
export const agentConsoleRoutes = `
GET /agent-console | agent | agent-console.view-overview
GET /agent-console/deliveries | agent | agent-console.view-deliveries
GET /agent-console/deliveries/:delivery_id | agent | agent-console.view-delivery
GET /agent-console/intakes | agent | agent-console.view-intakes
GET /agent-console/intakes/:intake_id | agent | agent-console.view-intake
GET /agent-console/mailbox | agent | agent-console.view-mailbox
GET /agent-console/mailbox/:message_id | agent | agent-console.view-message
GET /agent-console/sign-in | anyone | agent-console.view-sign-in
GET /agent-console/webhook | agent | agent-console.view-webhook
GET /api/agent-console/v1/deliveries | agent | agent-console.list-deliveries
GET /api/agent-console/v1/deliveries/:delivery_id | agent | agent-console.get-delivery
GET /api/agent-console/v1/events | agent | agent-console.list-events
GET /api/agent-console/v1/events/:event_id | agent | agent-console.get-event
GET /api/agent-console/v1/intakes | agent | agent-console.list-intakes
GET /api/agent-console/v1/intakes/:intake_id | agent | agent-console.get-intake
GET /api/agent-console/v1/mailbox | agent | agent-console.list-mailbox
GET /api/agent-console/v1/mailbox/:message_id | agent | agent-console.get-message
GET /api/agent-console/v1/settings | agent | agent-console.get-settings
GET /api/agent-console/v1/webhook | agent | agent-console.get-webhook
POST /agent-console/deliveries/:delivery_id/resend | agent | agent-console.press-resend
POST /agent-console/intakes/:intake_id/steps | agent | agent-console.press-step
POST /agent-console/sign-in | anyone | agent-console.sign-in
POST /agent-console/sign-out | anyone | agent-console.sign-out
POST /agent-console/webhook/settings | agent | agent-console.press-settings
POST /agent-console/webhook/test-event | agent | agent-console.press-test
POST /api/agent-console/v1/deliveries/:delivery_id/resend | agent | agent-console.resend-delivery
POST /api/agent-console/v1/webhook/test-event | agent | agent-console.send-test-event
PUT /api/agent-console/v1/settings | agent | agent-console.set-settings
`
  .trim()
  .split('\n');
