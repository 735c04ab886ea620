import { html, type Html } from '#lib/text/html';
import type { Config } from '#platform/config';

/** The guide for developers of an agent, before the list of operations. */
export function agentGuide(config: Config): Html {
  const base = config.publicBaseUrl;
  return html`<p>
      Submit a vehicle owner's total-loss case with a contact and one sentence of consent, then follow it with the poll
      token from the response. Registration is free and adds priority callbacks, six times the rate limits and signed
      webhooks.
    </p>
    <h2>The smallest submission</h2>
    <pre>curl ${base}/api/agent/v1/intakes -H 'content-type: application/json' -d '${smallestBody}'</pre>
    <p>
      Send an <code>Idempotency-Key</code> header, and you can repeat the request safely: it is processed once. You may
      relay <code>customer_message</code> from the response word for word; the owner confirms on the page it links to.
    </p>
    ${following(config)} ${marketRead(config)} ${registering(config)} ${webhookSection(base)} ${refusals(config)}`;
}

const smallestBody = JSON.stringify({
  agent: { name: 'Your agent', platform: 'your-agent' },
  customer: { email: 'owner@example.com' },
  consent: { attestation: 'The owner asked me to submit this and expects a call.' },
});

const statuses = ({ intakeTtlDays }: Config): readonly [name: string, meaning: string][] => [
  ['received', 'accepted; the team sees it'],
  ['welcome_sent', 'the first message to the owner was sent'],
  ['contact_attempted', 'a person called and did not reach the owner'],
  ['customer_confirmed', 'the owner wants the consultation'],
  ['consultation_active', 'the team works on it'],
  ['declined', 'the owner said no, or never asked for it; final'],
  ['expired', `no answer from the owner for ${intakeTtlDays} days, or longer if they asked to be called later; final`],
  [
    'duplicate',
    'with 200: this person already has an open case that you submitted or whose contact they proved to us, or three open ones that nobody proved; no new one was created',
  ],
  ['not_eligible', 'with 200: we cannot help here; nobody will call'],
];

const following = (config: Config): Html =>
  html`<h2>Following a case</h2>
    <pre>curl ${config.publicBaseUrl}/api/agent/v1/intakes/INTAKE_ID -H 'authorization: Bearer POLL_TOKEN'</pre>
    <p>
      <code>poll_token</code> is in the 201 response only, so store it. An agent key also works for every intake that
      the agent submitted. <code>status</code> is one of:
    </p>
    <ul>
      ${statuses(config).map(([name, meaning]) => html`<li><code>${name}</code>: ${meaning}</li>`)}
    </ul>`;

const marketRead = ({ publicBaseUrl: base, prelimAnonPerDay }: Config): Html =>
  html`<h2>The market read</h2>
    <p>
      With a VIN, or with year, make and model, and with <code>loss.zip</code> or <code>loss.loss_state</code>, the
      response has <code>preliminary</code>: asking prices of comparable vehicles in whole dollars, at the 10th
      percentile, the median and the 90th percentile. <code>adjusted_mid</code> takes <code>vehicle.odometer</code> into
      account, and <code>gap_vs_offer_cents</code> is <code>adjusted_mid</code> minus the insurer's offer, in cents;
      above zero the offer looks low. The offer is the value of the vehicle before tax and fees, not the total to be
      paid. <code>adjusted_mid</code>, <code>adjusted_range</code> and <code>gap_vs_offer_cents</code> are null together
      where the listings allow no value for this vehicle: fewer than five, several trims that differ in price or an
      unknown trim, a branded title, another fuel. Send <code>vehicle.trim</code> if you know it. Show the read with its
      <code>disclaimer</code>. It is null if too little is known or the search failed. Without a key there are at most
      ${prelimAnonPerDay} market reads a day per IP address.
    </p>
    <h2>The insurer's report</h2>
    <pre>
curl ${base}/api/agent/v1/intakes/INTAKE_ID/documents -H 'authorization: Bearer POLL_TOKEN' -F file=@report.pdf</pre>
    <p>
      A PDF of up to 15,728,640 bytes, read while you wait; allow 120 seconds. The response is the receipt, with the
      market read computed again. What you sent stays; the report fills in what you did not send.
    </p>`;

const registering = ({ publicBaseUrl: base, codeTtlMin, agreementVersion }: Config): Html =>
  html`<h2>Registering</h2>
    <ol>
      <li><code>GET /api/agent/v1/agreement</code> returns the <code>version</code> that you accept.</li>
      <li>
        <code>POST /api/agent/v1/register</code> emails a six-digit code to <code>operator.email</code>, valid for
        ${codeTtlMin} minutes:
        <pre>
curl ${base}/api/agent/v1/register -H 'content-type: application/json' -d '${registration(agreementVersion)}'</pre>
      </li>
      <li>
        <code>POST /api/agent/v1/register/verify</code> with <code>registration_id</code> and <code>code</code> returns
        <code>api_key</code>, once. Send it as <code>Authorization: Bearer</code> from then on.
      </li>
      <li>
        <code>POST /api/agent/v1/me/rotate-key</code> returns a new key. All other keys stop working at once, so use the
        new one from the next call on. The operator is told by mail, and also when the webhook changes.
      </li>
      <li>
        If the key is lost or stolen: <code>POST /api/agent/v1/recover</code> with <code>principal_id</code> and
        <code>email</code> mails a code to <code>operator.email</code>;
        <code>POST /api/agent/v1/recover/verify</code> with that <code>code</code> returns a new key, and all others
        stop working.
      </li>
    </ol>`;

const registration = (version: string): string =>
  JSON.stringify({
    agent: { name: 'Your agent', platform: 'your-agent' },
    operator: { name: 'Your company', email: 'operator@example.com' },
    agreement: { accepted: true, version },
  });

const webhookSection = (base: string): Html =>
  html`<h2>Webhooks instead of polling</h2>
    <p>
      <code>PUT /api/agent/v1/me/webhook</code> with <code>{"url":"https://…"}</code> returns a <code>secret</code>,
      once. Each time one of your intakes enters a status, that URL gets a POST with <code>id</code>,
      <code>type</code> (<code>intake.</code> and the status), <code>created_at</code> and
      <code>data</code> (<code>intake_id</code>, <code>status</code>), without any data about the owner. To verify it:
    </p>
    <ol>
      <li>Use the raw body, byte for byte, before anything parses it.</li>
      <li><code>X-Service-Signature</code> is <code>t=SECONDS,v1=HEX</code>; there may be several v1.</li>
      <li>
        HEX is the HMAC-SHA256 of SECONDS, a period and the body. The key is the whole text of the secret, including
        <code>whsec_agent_</code>. Compare in constant time.
      </li>
      <li>Reject the delivery if SECONDS is more than 300 seconds from your clock.</li>
    </ol>
    <p>
      Respond with 2xx within ten seconds and do the work afterwards. Otherwise the delivery is retried after 1, 5 and
      30 minutes and after 2, 8 and 24 hours. Process each <code>id</code> once; it is the same on every retry.
      Deliveries can arrive out of order, and event types may be added. The repository's <code>sdk</code> folder has a
      verifier without dependencies and a complete receiver. Headers and bodies are described under
      <code>webhooks</code> in the <a href="${base}/developers/agent/openapi.json">OpenAPI document</a>.
    </p>`;

const codes = ({ codeTtlMin, intakeAnonPerMin }: Config): readonly [code: string, todo: string][] => [
  ['400 invalid_request', 'issues lists every invalid field and what is wrong; fix it and send again'],
  ['401 unauthorized', 'the token or key is missing, mistyped, revoked or belongs to another intake'],
  ['404 not_found', 'no intake or registration has this id'],
  ['404 program_disabled', 'submissions or registrations are currently closed; try again tomorrow'],
  ['409 idempotency_conflict', 'this Idempotency-Key was used with a different body; use a new key for a new case'],
  ['409 invalid_request', 'error says what the conflict is; sending it again does not help'],
  ['410 invalid_request', `the code is older than ${codeTtlMin} minutes; register again`],
  [
    '429 rate_limited',
    `wait as many seconds as Retry-After says; the limit is ${intakeAnonPerMin} submissions a minute per IP address, and six times as many for a registered agent`,
  ],
  [
    '500 or 503 internal',
    'wait as many seconds as Retry-After says, if it is present, and send the same body with the same Idempotency-Key; it is processed once',
  ],
  ['507 internal', 'there is no space for files at the moment; everything else works, send the file again later'],
];

const refusals = (config: Config): Html =>
  html`<h2>Errors</h2>
    <p>
      Errors have the form <code>{"error", "code"}</code>, with <code>issues</code> on 400. Branch on status and code:
    </p>
    <ul>
      ${codes(config).map(([code, todo]) => html`<li><code>${code}</code>: ${todo}</li>`)}
    </ul>`;
