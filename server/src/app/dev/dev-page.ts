import { agentSandboxPath } from '#lib/api/agent-sandbox';
import { html, type Html } from '#lib/text/html';
import type { Config } from '#platform/config';
import type { HtmlPage } from '#platform/http';
import type { Demo } from './find-demo.ts';
import type { ReadingProblem } from './find-reading-problem.ts';

type Shown = {
  readonly config: Config;
  readonly demo: Demo;
  readonly key: string | undefined;
  readonly reading: ReadingProblem | undefined;
  readonly now: Date;
};

/** The page that `npm run dev` prints: every part of the service, each with something to try. */
export const devPage = ({ config, demo, key, reading, now }: Shown): HtmlPage => ({
  status: 200,
  title: 'Makewhole on your machine',
  body: html`<h1>Makewhole on your machine</h1>
    <p>
      The whole service, with invented people and nothing connected to the outside: emails and texts go to the
      <a href="/dev/inbox">inbox</a>.
    </p>
    ${reading === undefined ? '' : readingPart(reading)} ${demoPart(demo)}
    <h2>Look around</h2>
    <ul class="leads">
      ${leadsOf(demo, config).map(([path, title, about]) => lead(path, title, about))}
    </ul>
    ${agentPart(config, key, now)}`,
});

const lead = (path: string, title: string, about: string): Html =>
  html`<li><a href="${path}">${title}</a><span>${about}</span></li>`;

type Lead = readonly [path: string, title: string, about: string];

const leadsOf = ({ state }: Demo, { publicBaseUrl: base }: Config): readonly Lead[] => [
  ...(state === 'ready'
    ? [
        [
          '/dev/case',
          'An owner’s case page',
          'What the owner of a totaled car sees once our findings are delivered.',
        ] as const,
      ]
    : []),
  ['/dev/inbox', 'Inbox', 'Every email and text, as its recipient sees it. Look at how each one leads back to a page.'],
  ['/', 'Home page', 'What owners find first, in English and Spanish.'],
  [
    '/portal/sign-up',
    'Portal sign-up',
    'Open an account for your own institution. The confirmation link arrives in the inbox.',
  ],
  [
    '/developers',
    'Developer documentation',
    'Both APIs, webhooks and the client library; every sample on these pages runs in CI.',
  ],
  ['/developers/status', 'Status', 'What this installation measures about itself.'],
  [
    '/dev/metrics',
    'Metrics',
    `What Prometheus reads. In production, metrics have their own port. Health is at ${base}/readyz.`,
  ],
];

const staffRoles = [
  ['caller', 'Caller', 'The call queue: whom to call next, and why.'],
  ['lead', 'Lead', 'The whole board, and the figures of the last six weeks.'],
  ['administrator', 'Administrator', 'The team, institutions, held messages and the audit trail.'],
] as const;

const portalRoles = [
  ['owner', 'Lender’s owner', 'Everything of one institution: its referrals, statements and users.'],
  ['developer', 'Lender’s developer', 'API keys, webhooks, events and the request log.'],
  ['operations', 'Lender’s operations', 'Referrals and rosters, by form and by file.'],
] as const;

function demoPart({ state, staff, institutionId }: Demo): Html {
  if (state === 'loading')
    return html`<p class="panel" role="status">
      <strong>The demo is loading.</strong> Six weeks of invented cases take a minute or two. This page updates by
      itself; everything below works already.
    </p>`;
  if (state === 'none')
    return html`<p class="panel">
      <strong>There is no demo data.</strong> It appears here if <code>npm run dev</code> is about to load it. To start
      over with the demo, run <code>npm run dev -- --reset</code>.
    </p>`;
  return html`<h2>Sign in with one click</h2>
    <form method="post" action="/dev/sign-in">
      ${staffRoles.map(([role, title, about]) =>
        staff[role] === undefined
          ? html``
          : signIn({ name: 'staff', role, title, about: `${about} As ${staff[role].name}.` }),
      )}
      ${institutionId === undefined ? '' : portalRoles.map(([role, title, about]) => signIn({ name: 'portal', role, title, about }))}
    </form>`;
}

type SignIn = { readonly name: string; readonly role: string; readonly title: string; readonly about: string };

const signIn = ({ name, role, title, about }: SignIn): Html =>
  html`<div class="panel">
    <button name="${name}" value="${role}">${title}</button>
    <p class="soft">${about}</p>
  </div>`;

function agentPart({ publicBaseUrl: base }: Config, key: string | undefined, now: Date): Html {
  const lossDate = new Date(now.getTime() - 7 * 86_400_000).toISOString().slice(0, 10);
  return html`<h2>Submit a case as an agent</h2>
    <p>
      Paste this into a terminal. The answer is 201 with a first read of the market, and the owner’s email is in the
      <a href="/dev/inbox">inbox</a>.
    </p>
    ${
      key === undefined
        ? html`<p class="problem">No sandbox key could be created. Reload this page in a moment.</p>`
        : html`<pre id="curl">${curlOf(`${base}${agentSandboxPath}`, { key, lossDate })}</pre>
            <p class="soft">
              Sandbox key: <code id="sandbox-key">${key}</code>. Sandbox cases stay out of the team’s sight; leave out
              <code>${agentSandboxPath}</code> and the authorization header, and the case is on the board.
            </p>`
    }
    <p class="soft">
      MCP server for agents: <code id="mcp">${base}/mcp</code>, for the sandbox
      <code>${base}${agentSandboxPath}/mcp</code>.
    </p>`;
}

/** A new address each second, because an owner has only one open case. */
const curlOf = (base: string, { key, lossDate }: { readonly key: string; readonly lossDate: string }): string =>
  `curl -sS ${base}/api/agent/v1/intakes \\
  -H 'content-type: application/json' \\
  -H 'authorization: Bearer ${key}' \\
  -d '{
  "agent": { "name": "My First Agent", "platform": "my-first-agent" },
  "customer": { "first_name": "Robin", "email": "robin.'$(date +%s)'@example.com" },
  "vehicle": { "year": 2019, "make": "Toyota", "model": "Camry", "trim": "LE", "odometer": 48000 },
  "loss": { "date_of_loss": "${lossDate}", "loss_state": "TX", "zip": "78701" },
  "offer": { "insurer": "Example Insurance", "acv_offer": 9800 },
  "consent": { "attestation": "The owner asked me to submit this and knows that you will email, and call if there is a number." }
}'`;

/** Parsing reports is the one feature that needs programs on the machine. */
function readingPart({ why, missing }: ReadingProblem): Html {
  const macos = missing.flatMap((program) => program.macos ?? []).join(' ');
  const install = html`<p>
    Debian: <code>sudo apt-get install ${missing.map(({ debian }) => debian).join(' ')}</code>${
      macos === '' ? '' : html`<br />macOS: <code>brew install ${macos}</code>`
    }
  </p>`;
  return html`<div class="panel" id="reading">
    <p><strong>Reading insurers’ reports is off on this machine</strong>; everything else works. ${why}.</p>
    ${missing.length === 0 ? '' : install}
  </div>`;
}
