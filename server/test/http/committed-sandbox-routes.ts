/** The routes of the agent sandbox: every operation of the agent surface, and the steps that advance its intakes. */
export const sandboxRoutes = `
DELETE /sandbox/api/agent/v1/me/webhook | agent | webhooks.remove-agent-webhook
GET /sandbox/api/agent/v1/agreement | anyone | agents.get-agreement
GET /sandbox/api/agent/v1/intakes/:intake_id | poll token or agent key | intakes.get
GET /sandbox/api/agent/v1/me | agent | agents.get-me
GET /sandbox/api/intakes/:intake_id/messages | poll token or agent key | agent-sandbox.list-messages
GET /sandbox/api/intakes/:intake_id/steps | poll token or agent key | agent-sandbox.list-steps
GET /sandbox/reports/:file | anyone | agent-sandbox.get-sample
POST /sandbox/api/agent/v1/intakes | agent or anonymous | intakes.open
POST /sandbox/api/agent/v1/intakes/:intake_id/documents | poll token or agent key | intakes.attach-report
POST /sandbox/api/agent/v1/me/rotate-key | agent | agents.rotate-key
POST /sandbox/api/agent/v1/recover | anyone | agents.request-recovery
POST /sandbox/api/agent/v1/recover/verify | anyone | agents.recover-key
POST /sandbox/api/agent/v1/register | anyone | agents.register
POST /sandbox/api/agent/v1/register/verify | anyone | agents.verify
POST /sandbox/api/intakes/:intake_id/steps | poll token or agent key | agent-sandbox.take-step
POST /sandbox/mcp | agent or anonymous | mcp.message
PUT /sandbox/api/agent/v1/me/webhook | agent | webhooks.set-agent-webhook
`
  .trim()
  .split('\n');
