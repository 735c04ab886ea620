// Tests the offers of the start page of `npm run dev` over HTTP: every link, every one-click role, the agent command
// and the email
// that follows. Run by .ci/quickstart.
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { unescapeHtml } from '../../server/test/fixtures/unescape-html.ts';

const [base = 'http://localhost:8080'] = process.argv.slice(2);
const demoWithinS = 900;

async function get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<string> {
  const answer = await fetch(new URL(path, base), { headers });
  const text = await answer.text();
  assert.equal(answer.status, 200, `GET ${path} answered ${answer.status}: ${text.slice(0, 300)}`);
  return text;
}

async function waitForDemo(): Promise<string> {
  for (let waited = 0; waited < demoWithinS; waited += 1) {
    const page = await get('/dev');
    if (page.includes('Sign in with one click')) return page;
    await pause(1000);
  }
  throw new Error(`the demo is not ready after ${demoWithinS} s`);
}

/** Browsers send https cookies to localhost but fetch does not, so this adds them by hand. */
const cookiesOf = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ');

async function signIn(name: string, role: string): Promise<void> {
  const answer = await fetch(new URL('/dev/sign-in', base), {
    method: 'POST',
    body: new URLSearchParams({ [name]: role }),
    headers: { origin: base },
    redirect: 'manual',
  });
  assert.equal(answer.status, 303, `sign-in as ${role}`);
  const location = answer.headers.get('location') ?? '';
  if (name === 'portal') {
    const me = JSON.parse(await get('/api/portal/v1/me', { cookie: cookiesOf(answer), origin: base }));
    assert.equal(me.institutions[0].role, role);
  } else {
    const entered = await fetch(location, { redirect: 'manual' });
    const me = JSON.parse(await get('/api/staff/v1/me', { cookie: cookiesOf(entered), origin: base }));
    assert.equal(me.role, role);
  }
  await get(name === 'portal' ? location : '/board');
}

/** Runs the command to paste from the page, without a shell. */
async function submit(page: string) {
  const command = unescapeHtml(/<pre id="curl">([^]*?)<\/pre>/.exec(page)?.[1] ?? '');
  const [, url = ''] = /curl -sS (\S+)/.exec(command) ?? [];
  const [, authorization = ''] = /'authorization: ([^']+)'/.exec(command) ?? [];
  const [, body = ''] = /-d '(\{[^]*\})'$/.exec(command) ?? [];
  const stamp = String(Date.now());
  const answer = await fetch(url, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: body.replace("'$(date +%s)'", stamp),
  });
  const receipt = (await answer.json()) as { preliminary?: { gap_vs_offer_cents?: number | null } };
  assert.equal(answer.status, 201, JSON.stringify(receipt));
  return { address: `robin.${stamp}@example.com`, receipt };
}

const page = await waitForDemo();
const links = new Set([...page.matchAll(/href="(\/[^"]*)"/g)].map(([, path = '']) => path));
for (const path of links) await get(path);
console.log(`${links.size} links of the start page answer`);

const roles = [...page.matchAll(/name="(staff|portal)" value="(\w+)"/g)];
assert.equal(roles.length, 6, 'six roles are offered');
for (const [, name = '', role = ''] of roles) await signIn(name, role);
await signIn('staff', 'caller');
console.log(`${roles.length} roles sign in with one click, and again`);

const { address, receipt } = await submit(page);
const gap = receipt.preliminary?.gap_vs_offer_cents;
assert(typeof gap === 'number' && gap > 0, JSON.stringify(receipt.preliminary));
console.log(`201, with a gap of $${(gap / 100).toFixed(2)}`);

const inbox = unescapeHtml(await get('/dev/inbox'));
assert(inbox.includes(address), `the inbox has the email to ${address}`);
const [, confirm = ''] = /"(http:\/\/[^"]+\/c\/\w+)"/.exec(inbox) ?? [];
assert((await get(confirm)).includes('<form'), 'the link of the email leads to the page that confirms');
console.log('the email is in the inbox, and its link works');

const press = (path: string, form: Readonly<Record<string, string>>) =>
  fetch(new URL(path, base), {
    method: 'POST',
    body: new URLSearchParams(form),
    headers: { origin: base, 'sec-fetch-site': 'same-origin' },
    redirect: 'manual',
  });

/** The address to which an accepted form redirects. */
async function leads(path: string, form: Readonly<Record<string, string>>): Promise<string> {
  const answer = await press(path, form);
  assert.equal(answer.status, 303, `POST ${path}: ${(await answer.text()).slice(0, 300)}`);
  return answer.headers.get('location') ?? '';
}

const owner = unescapeHtml(await get('/dev/case'));
const [, terms = ''] = /href="([^"]*\/checkout\/\w+\/representation[^"]*)"/.exec(owner) ?? [];
assert.notEqual(terms, '', 'the page of a delivered case offers representation');
const card = await leads(terms, { accept_terms: 'true' });
assert((await get(card)).includes('<button'), 'the test card page offers cards');
const paid = await get(await leads(card, { card: 'works' }));
assert(paid.includes('hold is in place'), 'a test card places the hold');
console.log('a delivered case is paid with a test card');
