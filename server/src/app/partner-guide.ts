import { readFileSync } from 'node:fs';
import { html, type Html } from '#lib/html';
import type { Config } from '#platform/config';

type Vector = {
  readonly name: string;
  readonly signature_base: string;
  readonly headers: Readonly<Record<string, string>>;
};

/** Signed requests with their keys, to hold a signer in any language against; the same file as in the sdk. */
export const vectorsText = readFileSync(new URL('../../../sdk/vectors/gap-v2.json', import.meta.url), 'utf8');

const { vectors } = JSON.parse(vectorsText) as { readonly vectors: readonly Vector[] };
const shown = vectors.find(({ name }) => name === 'ed25519: POST with a body in UTF-8');

/** What an integration engineer of an institution reads before the list of operations. */
export const partnerGuide = ({ publicBaseUrl: base }: Config): Html =>
  html`<p>
      Refer a borrower whose car was totaled and follow the case to its settlement; every change comes as a signed
      webhook and stands in the list of events.
    </p>
    <h2>The first call</h2>
    <pre>curl ${base}/api/gap/v1/me -H 'authorization: Bearer gap_test_…'</pre>
    <p>
      It says whose key that is, which mode it works in and what is open to it. Keys, signed credentials and webhook
      endpoints are made by our team, for your institution, each for live or for test; what is secret is shown once.
    </p>
    ${sandbox} ${repeating(base)} ${signing(base)} ${roster} ${endpoints(base)}`;

const sandbox: Html = html`<h2>The sandbox</h2>
  <p>
    Test keys work in a sandbox of their own: nobody is called or written to, and
    <code>POST /api/gap/v1/referrals/{id}/simulate</code> moves a referral as people and time would. Without a
    <code>step</code> it takes the next one: invited, activated, settled, closed. Other steps are
    <code>decline</code> and <code>expire</code>. Test endpoints get the events, with <code>livemode</code> false.
  </p>`;

const repeating = (base: string): Html =>
  html`<h2>Repeating, and being refused</h2>
    <p>
      Send an <code>Idempotency-Key</code> with every POST and PATCH and repeat freely: the same request gets the first
      answer again, with <code>Idempotent-Replayed: true</code>. Every error names its
      <a href="${base}/developers/errors">page</a>; branch on <code>code</code>. After 429 wait as long as
      <code>Retry-After</code> says. Lists are read by <code>next_cursor</code> while <code>has_more</code> is true.
    </p>`;

const signing = (base: string): Html =>
  html`<h2>Signing requests instead of showing a key</h2>
    <p>
      Make an Ed25519 or P-256 key pair and give us the public half; we give you the credential's id and a challenge.
      Activate it within 24 hours: <code>POST /api/gap/v1/credentials/{id}/verify</code> with
      <code>{"challenge":"chl_…"}</code>, signed with that key. Then sign each request by the profile gap-v2 (RFC 9421):
    </p>
    <ol>
      <li>
        Covered, in this order: <code>@method</code>, <code>@target-uri</code>, on POST and PATCH
        <code>content-digest</code> and <code>idempotency-key</code>, then <code>x-svc-environment</code>. On GET and
        HEAD <code>idempotency-key</code> is covered if you send it.
      </li>
      <li>
        <code>@target-uri</code> begins with <code>${base}</code>, whatever name you reach us by, and has path and query
        exactly as sent.
      </li>
      <li>
        <code>Content-Digest</code> is <code>sha-256=:BASE64:</code> of the body's bytes, also of an empty body.
        <code>X-SVC-Environment</code> is TEST or PRODUCTION, as the credential is.
      </li>
      <li>
        Parameters, in this order: <code>created</code> (unix seconds), <code>nonce</code>, <code>keyid</code>,
        <code>alg</code> (<code>ed25519</code> or <code>ecdsa-p256-sha256</code>), <code>tag</code>
        (<code>gap-v2</code>).
      </li>
      <li>
        One signature, labelled <code>svc</code>, of 64 bytes: for P-256 the two numbers one after the other, not DER.
        No <code>Authorization</code> header beside it.
      </li>
      <li>
        Sign every attempt afresh: a signature is good for 300 seconds and a nonce once. The Idempotency-Key of a retry
        stays the same.
      </li>
    </ol>
    <p>What is signed for a POST, line by line with no line feed at the end, and the headers it is sent with:</p>
    <pre>${shown?.signature_base}</pre>
    <pre>${headerLines}</pre>
    <p>
      <a href="${base}/developers/gap/vectors.json">Test vectors</a> have this request and more, with their keys. The
      repository's <code>sdk</code> folder signs in one call.
    </p>`;

const headerLines = Object.entries(shown?.headers ?? {})
  .map(([name, value]) => `${name}: ${value}`)
  .join('\n');

const roster: Html = html`<h2>Rosters</h2>
  <p>
    Send the whole roster to <code>POST /api/gap/v1/plans/roster-sync</code> as
    <code>{"mode":"dry_run","roster":[…]}</code>, or one vehicle per line as <code>application/x-ndjson</code> with
    <code>?mode=dry_run</code>. What is missing is created, what differs updated, what is active and not in it canceled.
    Look at the totals, then send it with mode <code>apply</code>. It is done wholly or not at all.
  </p>`;

const endpoints = (base: string): Html =>
  html`<h2>Webhooks</h2>
    <p>
      An endpoint is https on port 443 under a public name. <code>X-Service-Signature</code> is
      <code>t=SECONDS,v1=HEX</code>: the HMAC-SHA256 of SECONDS, a full stop and the raw body. The key is the decoded
      base64 behind <code>whsec_</code>; of an older <code>whsec_gap_…</code> secret it is the whole text. Refuse
      SECONDS more than 300 away from your clock; during a rotation try both secrets. A Standard Webhooks library reads
      <code>webhook-id</code>, <code>webhook-timestamp</code> and <code>webhook-signature</code> instead.
    </p>
    <p>
      Answer 2xx within ten seconds, also to types you do not know. Anything else is tried again after 1 and 5 and 30
      minutes, 2, 8 and 24 hours. Act once per event id. <code>GET /api/gap/v1/events?order=asc</code> lists the same
      events; keep its <code>next_cursor</code>, and nothing is missed. Bodies are under <code>webhooks</code> in the
      <a href="${base}/developers/gap/openapi.json">description</a>.
    </p>
    <p>
      Endpoints that still take full payloads are deprecated: each shows <code>deprecated</code> and, once it is
      decided, the date of their end as <code>sunset_at</code>. New endpoints get thin payloads; fetch the rest.
    </p>`;
