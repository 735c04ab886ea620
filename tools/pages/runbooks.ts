// docs/runbooks/README.md, with the alerts of deploy/prometheus/rules.yml.
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { toTable } from './to-table.ts';

type Rule = {
  readonly for?: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook: string };
};

const rulesFile = new URL('../../deploy/prometheus/rules.yml', import.meta.url);

const head = `# Runbooks

One page per problem: what it means, where to look, what to do, and when it is over. A \`page\` wakes someone, a \`ticket\` waits for the
morning. [A leaked data key](leaked-key.md) has no alert. \`deploy/prometheus\` has the rules and their tests, \`deploy/grafana\` a dashboard.
This page is generated from the rules by \`npm run generate\`.

## For every page

- \`npx makewhole doctor\`, with the service's environment, checks the database, clock, migrations, keys, object store, document sandbox and
  providers.
- Logs are JSON lines without personal data. \`event\` is what happened, \`err.code\` the SQLSTATE or system error; for calls to other services
  \`err.cause.code\`, and \`err.responseCode\` is what they returned.
- **SQL runs as the worker's role:** \`psql "$WORKER_DATABASE_URL"\`, or \`psql "$(cat /etc/makewhole/roles/worker)"\`. As \`makewhole_api\`, account
  tables look empty ([roles](../operate/database.md#roles)). Vacuuming, making an index, dropping a slot and ending others' connections
  need the superuser.
- Reading queries are safe at any time; the text before a statement that writes says what it does.
- Calls of the staff API need two variables. \`npx makewhole staff token revoke --token stk_…\` revokes the token:

\`\`\`bash
API=http://127.0.0.1:8080/api
STAFF_TOKEN=$(npx makewhole staff token create --email you@example.com --label on-call | tail -n 1)
\`\`\`

- Each process serves its own \`/metrics\` (api 9464, worker 9465, or the next free port, as \`metrics.listening\` says). Sum counters; take the
  maximum of gauges, except those of \`webhooks.*\`, which each worker reports for its own endpoints.
- \`(x unless x offset 5m) or increase(x[5m])\` in a rule also counts a series younger than the window.

## Alerts

`;

/** Log lines at `warn` or `error`. */
const lines: readonly (readonly [event: string, todo: string])[] = [
  ['`agents.code-not-accepted`', 'many: [mail not sent](mail-not-sent.md)'],
  ['`staff.identity-provider-unavailable`', 'check the provider and `OIDC_ISSUER`; passwords still work'],
  ['`staff.identity-not-confirmed`', 'many: wrong client secret or redirect address'],
  ['`board.feed-failed`', 'boards are not updated; reload'],
  ['`clock.check-failed`, `events.era-unknown`, `database.unavailable`, `keys.unknown`', '[not ready](not-ready.md)'],
  ['`db.connection-lost`', 'a connection was replaced, for example after a failover'],
  ['`documents.program-not-run`', '`makewhole doctor` says what the document parser lacks'],
  [
    '`keys.front-waits`',
    'a running process lacks the first key of `DATA_KEY` ([rotation](../operate/upgrade.md#rotate-data_key))',
  ],
  ['`market.feed-failed`', 'market reads use what is stored; `refused` for all: `MARKETCHECK_API_KEY`'],
  ['`vehicles.plate-budget-spent`', '[vehicle data](vehicle-data.md)'],
  ['`checkout.charge-disputed`, `checkout.card-not-asked`', '[charges](charges.md)'],
  ['`webhooks.attempt-failed`', 'our failure, retried; often a key removed from `DATA_KEY`: restore it'],
];

/** docs/runbooks/README.md: every alert with its page, from the rules. */
export function describeRunbooks(): string {
  const { groups } = parse(readFileSync(rulesFile, 'utf8')) as {
    readonly groups: readonly { readonly rules: readonly Rule[] }[];
  };
  const rows = groups
    .flatMap(({ rules }) => rules)
    .map(({ for: pending = '', labels, annotations: { summary, runbook } }) => [
      `[${summary}](${runbook.replace('docs/runbooks/', '')})`,
      pending,
      labels.severity,
    ]);
  return `${head}${toTable([['Alert', 'For', 'Severity'], ...rows])}
## Log lines without an alert

${toTable([['`event`', 'Do'], ...lines])}`;
}
