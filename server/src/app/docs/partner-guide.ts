import { readFileSync } from 'node:fs';
import { html, type Html } from '#lib/text/html';
import type { Config } from '#platform/config';

type Vector = {
  readonly name: string;
  readonly signature_base: string;
  readonly headers: Readonly<Record<string, string>>;
};

/** Signed requests with their keys, to test a signer in any language; the same file as in the sdk. */
export const vectorsText = readFileSync(new URL('../../../../sdk/vectors/gap-v2.json', import.meta.url), 'utf8');

const { vectors } = JSON.parse(vectorsText) as { readonly vectors: readonly Vector[] };
const shown = vectors.find(({ name }) => name === 'ed25519: POST with a body in UTF-8');

/** The guide for integration engineers of an institution, before the list of operations. */
export const partnerGuide = ({ publicBaseUrl: base }: Config): Html =>
  html`<p>
      Refer a borrower whose car was totaled and follow the case to its settlement. Every change is sent as a signed
      webhook and can be read from the list of events.
    </p>
    <h2>The first call</h2>
    <pre>curl ${base}/api/gap/v1/me -H 'authorization: Bearer gap_test_…'</pre>
    <p>
      It returns the institution, the mode and the features of that key. Our team creates keys, signed credentials and
      webhook endpoints for your institution, each for live or for test mode; secrets are shown once.
    </p>
    ${sandbox} ${repeating(base)} ${signing(base)} ${roster} ${endpoints(base)}`;

const sandbox: Html = html`<h2>The sandbox</h2>
  <p>
    Test keys work in a separate sandbox: nobody is called or written to, and
    <code>POST /api/gap/v1/referrals/{id}/simulate</code> moves a referral as people and time would. Without a
    <code>step</code> it moves to the next status: invited, activated, settled, closed. Other steps are
    <code>decline</code> and <code>expire</code>. Test endpoints get the events, with <code>livemode</code> false.
  </p>`;

const repeating = (base: string): Html =>
  html`<h2>Retries, errors and lists</h2>
    <p>
      Send an <code>Idempotency-Key</code> with every POST and PATCH, and you can retry safely: the same request returns
      the first response again, with <code>Idempotent-Replayed: true</code>. Every error links to its
      <a href="${base}/developers/errors">page</a>; branch on <code>code</code>. After a 429, wait as many seconds as
      <code>Retry-After</code> says. To read a list, pass <code>next_cursor</code> as <code>cursor</code> while
      <code>has_more</code> is true.
    </p>`;

const signing = (base: string): Html =>
  html`<h2>Signed requests instead of a key</h2>
    <p>
      Create an Ed25519 or P-256 key pair and give us the public key; we give you the credential's id and a challenge.
      Activate it within 24 hours: <code>POST /api/gap/v1/credentials/{id}/verify</code> with
      <code>{"challenge":"chl_…"}</code>, signed with that key. Then sign each request with the profile gap-v2 (RFC
      9421):
    </p>
    <ol>
      <li>
        Covered components, in this order: <code>@method</code>, <code>@target-uri</code>, on POST and PATCH
        <code>content-digest</code> and <code>idempotency-key</code>, then <code>x-svc-environment</code>. On GET and
        HEAD, <code>idempotency-key</code> is covered if you send it.
      </li>
      <li>
        <code>@target-uri</code> starts with <code>${base}</code>, whatever host name you use to reach us, followed by
        path and query exactly as sent.
      </li>
      <li>
        <code>Content-Digest</code> is <code>sha-256=:BASE64:</code> of the bytes of the body, even if it is empty.
        <code>X-SVC-Environment</code> is TEST for a test credential and PRODUCTION for a live one.
      </li>
      <li>
        Parameters, in this order: <code>created</code> (unix seconds), <code>nonce</code>, <code>keyid</code>,
        <code>alg</code> (<code>ed25519</code> or <code>ecdsa-p256-sha256</code>), <code>tag</code>
        (<code>gap-v2</code>).
      </li>
      <li>
        One signature of 64 bytes with the label <code>svc</code>: for P-256, r and s concatenated, not DER. Do not send
        an <code>Authorization</code> header.
      </li>
      <li>
        Sign every attempt again: a signature is valid for 300 seconds and a nonce can be used once. A retry keeps its
        Idempotency-Key.
      </li>
    </ol>
    <p>The signature base of a POST, with no line feed at the end, and the headers it is sent with:</p>
    <pre>${shown?.signature_base}</pre>
    <pre>${headerLines}</pre>
    <p>
      The <a href="${base}/developers/gap/vectors.json">test vectors</a> contain this request and more, with their keys.
      The repository's <code>sdk</code> folder has a function that signs a request.
    </p>
    <p>
      A request that says <code>X-SVC-Environment: TEST</code> and is refused is told more:
      <code>signature_base</code> is the text as we built it, and <code>hints</code> names the mistake if your signature
      verifies under one that we know, such as a missing query, a line feed at the end or DER.
    </p>`;

const headerLines = Object.entries(shown?.headers ?? {})
  .map(([name, value]) => `${name}: ${value}`)
  .join('\n');

const roster: Html = html`<h2>Rosters</h2>
  <p>
    Send the full roster to <code>POST /api/gap/v1/plans/roster-sync</code> as
    <code>{"mode":"dry_run","roster":[…]}</code>, or one vehicle per line as <code>application/x-ndjson</code> with
    <code>?mode=dry_run</code>. New vehicles are created, changed ones updated, and active ones that are not in the
    roster canceled. Check the totals, then send it with mode <code>apply</code>. A roster is applied as a whole or not
    at all.
  </p>`;

const endpoints = (base: string): Html =>
  html`<h2>Webhooks</h2>
    <p>
      An endpoint is an https URL on port 443 with a public host name. <code>X-Service-Signature</code> is
      <code>t=SECONDS,v1=HEX</code>: the HMAC-SHA256 of SECONDS, a period and the raw body. The key is the decoded
      base64 after <code>whsec_</code>; for an older <code>whsec_gap_…</code> secret it is the whole text. Reject a
      delivery if SECONDS is more than 300 seconds from your clock; during a rotation try both secrets. A Standard
      Webhooks library reads <code>webhook-id</code>, <code>webhook-timestamp</code> and
      <code>webhook-signature</code> instead.
    </p>
    <p>
      Respond with 2xx within ten seconds, even to event types that you do not know. Otherwise the delivery is retried
      after 1, 5 and 30 minutes and after 2, 8 and 24 hours. Process each event id once.
      <code>GET /api/gap/v1/events?order=asc</code> lists the same events; store its <code>next_cursor</code>, and you
      miss nothing. The bodies are described under <code>webhooks</code> in the
      <a href="${base}/developers/gap/openapi.json">OpenAPI document</a>.
    </p>
    <p>
      Endpoints that still get full payloads are deprecated: each shows <code>deprecated</code> and, once it is decided,
      the date of their end as <code>sunset_at</code>. New endpoints get thin payloads; fetch the rest by id.
    </p>`;
