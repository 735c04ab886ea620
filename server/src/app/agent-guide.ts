import { html, type Html } from '#lib/html';
import type { Config } from '#platform/config';

/** What a developer of an agent reads before the list of operations. */
export function agentGuide(config: Config): Html {
  const base = config.publicBaseUrl;
  return html`<p>
      Submit a vehicle owner's total-loss case with a contact and one sentence of consent; follow it with the poll token
      of the answer. Registering is free and gives priority callbacks, six times the limits and signed webhooks.
    </p>
    <h2>The smallest submission</h2>
    <pre>curl ${base}/api/agent/v1/intakes -H 'content-type: application/json' -d '${smallestBody}'</pre>
    <p>
      Send an <code>Idempotency-Key</code> header and repeat freely: the same request is answered once. An answer's
      <code>customer_message</code> may be relayed word for word; the person confirms on the page its link opens.
    </p>
    ${following(config)} ${marketRead(config)} ${registering(config)} ${beingTold(base)} ${refusals(config)}`;
}

const smallestBody = JSON.stringify({
  agent: { name: 'Your agent', platform: 'your-agent' },
  customer: { email: 'owner@example.com' },
  consent: { attestation: 'The owner asked me to submit this and expects a call.' },
});

const statuses = ({ intakeTtlDays }: Config): readonly [name: string, meaning: string][] => [
  ['received', 'taken; the team sees it'],
  ['welcome_sent', 'the owner was written to'],
  ['contact_attempted', 'a person called and did not reach the owner'],
  ['customer_confirmed', 'the owner wants the consultation'],
  ['consultation_active', 'the team works on it'],
  ['declined', 'the owner said no, or never asked for it; an end'],
  ['expired', `${intakeTtlDays} days without the owner’s answer, later if they asked to be called later; an end`],
  ['duplicate', 'with 200: this person’s case is open already; nothing was begun'],
  ['not_eligible', 'with 200: we cannot help here; nobody will call'],
];

const following = (config: Config): Html =>
  html`<h2>Following a case</h2>
    <pre>curl ${config.publicBaseUrl}/api/agent/v1/intakes/INTAKE_ID -H 'authorization: Bearer POLL_TOKEN'</pre>
    <p>
      <code>poll_token</code> is in the 201 answer and in no other, so keep it; an agent's key opens what that agent
      submitted. <code>status</code> is one of:
    </p>
    <ul>
      ${statuses(config).map(([name, meaning]) => html`<li><code>${name}</code>: ${meaning}</li>`)}
    </ul>`;

const marketRead = ({ publicBaseUrl: base, prelimAnonPerDay }: Config): Html =>
  html`<h2>The market read</h2>
    <p>
      With a VIN, or year, make and model, and with <code>loss.zip</code> or <code>loss.loss_state</code>, the answer
      has <code>preliminary</code>: asking prices of comparable vehicles in whole dollars, at the 10th percentile, the
      middle and the 90th. <code>adjusted_mid</code> takes <code>vehicle.odometer</code> into account, and
      <code>gap_vs_offer_cents</code> is that less the insurer's offer, in cents; above zero the offer looks low. Show
      it with its <code>disclaimer</code>. It is null when too little is known or the search failed. Without a key there
      are at most ${prelimAnonPerDay} a day for one address.
    </p>
    <h2>The insurer's report</h2>
    <pre>
curl ${base}/api/agent/v1/intakes/INTAKE_ID/documents -H 'authorization: Bearer POLL_TOKEN' -F file=@report.pdf</pre>
    <p>
      A PDF of up to 15,728,640 bytes, read while you wait; allow 120 seconds. The answer is the receipt, with the
      market read made anew. What you sent stays; the report fills in what you did not send.
    </p>`;

const registering = ({ publicBaseUrl: base, codeTtlMin, agreementVersion }: Config): Html =>
  html`<h2>Registering</h2>
    <ol>
      <li><code>GET /api/agent/v1/agreement</code>; its <code>version</code> is what you accept.</li>
      <li>
        <code>POST /api/agent/v1/register</code> mails six digits to <code>operator.email</code>, good for ${codeTtlMin}
        minutes:
        <pre>
curl ${base}/api/agent/v1/register -H 'content-type: application/json' -d '${registration(agreementVersion)}'</pre>
      </li>
      <li>
        <code>POST /api/agent/v1/register/verify</code> with <code>registration_id</code> and <code>code</code> answers
        with <code>api_key</code>, once. Send it as <code>Authorization: Bearer</code> from then on.
      </li>
      <li>
        <code>POST /api/agent/v1/me/rotate-key</code> gives a new one; all others end with it, so put the new one into
        place before the next call.
      </li>
    </ol>`;

const registration = (version: string): string =>
  JSON.stringify({
    agent: { name: 'Your agent', platform: 'your-agent' },
    operator: { name: 'Your company', email: 'operator@example.com' },
    agreement: { accepted: true, version },
  });

const beingTold = (base: string): Html =>
  html`<h2>Being told instead of asking</h2>
    <p>
      <code>PUT /api/agent/v1/me/webhook</code> with <code>{"url":"https://…"}</code> answers with a
      <code>secret</code>, once. Each time an intake of yours enters a status, that address gets a POST with
      <code>id</code>, <code>type</code> (<code>intake.</code> and the status), <code>created_at</code> and
      <code>data</code> (<code>intake_id</code>, <code>status</code>), nothing of the owner. To believe it:
    </p>
    <ol>
      <li>Take the raw body, byte for byte, before anything parses it.</li>
      <li><code>X-Service-Signature</code> is <code>t=SECONDS,v1=HEX</code>; there may be several v1.</li>
      <li>
        HEX is the HMAC-SHA256 of SECONDS, a full stop and the body, keyed with the whole text of the secret,
        <code>whsec_agent_</code> included. Compare in constant time.
      </li>
      <li>Refuse SECONDS more than 300 away from your clock.</li>
    </ol>
    <p>
      Answer 2xx within ten seconds and work afterwards. Anything else is tried again after 1 and 5 and 30 minutes, 2, 8
      and 24 hours. Act once per <code>id</code>, which stays the same; deliveries may overtake one another, and types
      may be added. The repository's <code>sdk</code> folder has a verifier without dependencies and a whole receiver.
      Headers and bodies are under <code>webhooks</code> in the
      <a href="${base}/developers/agent/openapi.json">description</a>.
    </p>`;

const codes = ({ codeTtlMin, intakeAnonPerMin }: Config): readonly [code: string, todo: string][] => [
  ['400 invalid_request', 'issues names each member and what is wrong; mend and send again'],
  ['401 unauthorized', 'the token or key is missing, mistyped, revoked or another intake’s'],
  ['404 not_found', 'no intake or registration has this id'],
  ['404 program_disabled', 'submissions or registrations are closed for now; try tomorrow'],
  ['409 idempotency_conflict', 'this Idempotency-Key named another body; take a new key for a new case'],
  ['409 invalid_request', 'error says what stands in the way; sending it again does not help'],
  ['410 invalid_request', `the code is older than ${codeTtlMin} minutes; register again`],
  [
    '429 rate_limited',
    `wait as many seconds as Retry-After says; submissions are ${intakeAnonPerMin} a minute from one address, for a registered agent six times as many`,
  ],
  [
    '500 or 503 internal',
    'wait as long as Retry-After says, where it is sent, and send the same body under the same Idempotency-Key; nothing happens twice',
  ],
];

const refusals = (config: Config): Html =>
  html`<h2>When it does not work</h2>
    <p>Errors are <code>{"error", "code"}</code>, on 400 with <code>issues</code>. Branch on status and code:</p>
    <ul>
      ${codes(config).map(([code, todo]) => html`<li><code>${code}</code>: ${todo}</li>`)}
    </ul>`;
