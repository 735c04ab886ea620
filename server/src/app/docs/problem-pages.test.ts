import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { portalProblems, sharedPortalProblems } from '#lib/api/portal-problems';
import { partnerProblems, staffProblems, type ProblemEntry } from '#lib/api/problems';
import { useHarness } from '#test/harness';
import { unescapeHtml } from '#test/fixtures/unescape-html';

const harness = useHarness();
const shown: Record<string, ProblemEntry> = { ...sharedPortalProblems, ...portalProblems, ...partnerProblems };
const catalogue: Record<string, ProblemEntry> = { ...staffProblems, ...shown };
const codes = Object.keys(catalogue);
const shownCodes = Object.keys(shown);

type Thrown = { readonly file: string; readonly code: string; readonly status: number | undefined };

/** Every code in the source, with its status where the source has it. */
function thrownCodes(): Thrown[] {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  );
  return files.flatMap((file) => {
    const text = readFileSync(`${root}${file}`, 'utf8');
    const errors = [...text.matchAll(/new AppError\(\s*'([a-z_]+)',[\s\S]*?status: (\d{3})/g)].map((match) => ({
      file,
      code: match[1] ?? '',
      status: Number(match[2]),
    }));
    const problems = [...text.matchAll(/(?:partnerProblem|refuse|refuseAuthentication)\(\s*'([a-z_]+)'/g)].map(
      (match) => ({
        file,
        code: match[1] ?? '',
        status: undefined,
      }),
    );
    return [...errors, ...problems];
  });
}

/** Sent only on the agent surface, which has the contract's own closed list, or only on the command line. */
const agentOnly =
  /^modules\/(?:agents|sandbox\/agent-sandbox)\/errors\.ts$|^program_disabled$|^invalid_request$|^synthetic_in_production$|^feed_not_configured$/;

describe('the catalog of errors', () => {
  const thrown = thrownCodes().filter(({ file, code }) => !agentOnly.test(file) && !agentOnly.test(code));

  it('the catalog has every thrown code, with its status', () => {
    expect(thrown.length).toBeGreaterThan(40);
    const strays = thrown.filter(
      ({ code, status }) => !(code in catalogue) || (status !== undefined && status !== catalogue[code]?.status),
    );
    expect(strays).toEqual([]);
  });

  it('the catalog has no code that is never thrown', () => {
    const used = new Set(thrown.map(({ code }) => code));
    expect(codes.filter((code) => !used.has(code))).toEqual([]);
  });

  it('a code has the same status in the texts for the team and for the portal', () => {
    const staff: Record<string, ProblemEntry> = staffProblems;
    const differing = Object.entries(sharedPortalProblems).filter(
      ([code, { status }]) => staff[code]?.status !== status,
    );
    expect(differing).toEqual([]);
  });

  it('the catalog matches the contract’s list for partners', () => {
    const statuses = Object.entries(partnerProblems).map(([code, { status }]) => `${code} ${status}`);
    expect(statuses.sort()).toEqual(contract.trim().split('\n').sort());
  });
});

/** T4. */
const contract = `
authentication_required 401
key_unknown 401
key_revoked 401
key_expired 401
signature_profile_invalid 401
signature_invalid 401
signature_stale 401
nonce_replayed 401
auth_failures_throttled 429
institution_suspended 403
forbidden 403
environment_mismatch 403
test_mode_only 403
not_found 404
operation_not_open 404
method_not_allowed 405
validation_failed 400
malformed_body 400
idempotency_key_invalid 400
challenge_invalid 400
idempotency_conflict 409
idempotency_in_progress 409
invalid_state 409
referral_exists 409
enrollment_exists 409
loss_notice_exists 409
roster_cancel_threshold 409
credential_already_active 409
challenge_expired 410
payload_too_large 413
unsupported_media_type 415
rate_limited 429
internal_error 500`;

type DescribedExample = { readonly type: string; readonly title: string; readonly status: number };

/** An example of each problem in the interface description, by its code. */
async function describedExamples(): Promise<Map<string, DescribedExample>> {
  const { body } = await harness.current.call('GET', '/developers/gap/openapi.json');
  const texts = JSON.stringify(body);
  const found = new Map<string, DescribedExample>();
  JSON.parse(texts, (_name, value: unknown) => {
    if (value !== null && typeof value === 'object' && 'code' in value && 'request_id' in value && 'title' in value)
      if (typeof value.code === 'string') found.set(value.code, value as unknown as DescribedExample);
    return value;
  });
  return found;
}

describe('the page of an error', () => {
  it.each(shownCodes)('the page is the same for people and for tools: %s', async (code) => {
    const { call } = harness.current;
    const entry = shown[code]!;
    const page = await call('GET', `/developers/errors/${code}`);
    const markdown = await call('GET', `/developers/errors/${code}.md`);
    const json = await call('GET', `/developers/errors/${code}.json`);
    expect([page.status, markdown.status, json.status]).toEqual([200, 200, 200]);
    expect([page, markdown, json].map(({ headers }) => headers.get('content-type'))).toEqual([
      'text/html; charset=utf-8',
      'text/markdown; charset=utf-8',
      'application/json; charset=utf-8',
    ]);
    const { title, example } = json.body;
    expect(json.body).toMatchObject({ code, status: entry.status, when: entry.when, remedy: entry.remedy });
    expect(json.body.retry_after).toBe(entry.retryAfter ?? false);
    const parts = [title, code, `HTTP ${entry.status}`, entry.when, entry.remedy, JSON.stringify(example, null, 2)];
    // Backticks mark code in our sentences, and addresses of our pages are links.
    const plain = (text: string) => text.replaceAll('`', '').replaceAll(/\[(\/[^\]]+)\]\([^)]*\)/g, '$1');
    for (const text of [unescapeHtml(page.text.replaceAll(/<[^>]+>/g, '')), markdown.text])
      for (const part of parts) expect(plain(text)).toContain(plain(part));
    expect(example).toMatchObject({ code, title, error: title, status: entry.status, ...entry.members });
    expect(example.type).toBe(`http://makewhole.test/developers/errors/${code}`);
  });

  it("the page shows the interface description's example, where there is a recorded one", async () => {
    const described = await describedExamples();
    expect([...described.keys()].sort()).toEqual(
      Object.keys(partnerProblems)
        .filter((code) => code !== 'method_not_allowed')
        .sort(),
    );
    for (const [code, { type, title, status }] of described) {
      const { body } = await harness.current.call('GET', `/developers/errors/${code}.json`);
      expect(body.example).toMatchObject({ code, type, title, status });
    }
  });

  it('an agent error page names every member of its refusals in the interface description', async () => {
    type Described = { components: { schemas: Record<string, { properties?: Record<string, unknown> }> } };
    const { body } = await harness.current.call('GET', '/developers/agent/openapi.json');
    const members = Object.values((body as Described).components.schemas)
      .map(({ properties = {} }) => Object.keys(properties))
      .filter((names) => names.includes('error') && names.includes('code'))
      .flat();
    expect(members).toEqual(expect.arrayContaining(['issues', 'attempts_left', 'current_version']));
    const { text } = await harness.current.call('GET', '/developers/agent/errors/invalid_request.md');
    const form = text.slice(text.indexOf('## Form of the answer'));
    expect(members.filter((name) => !form.includes(`\`${name}\``))).toEqual([]);
    expect(form).not.toContain('nothing else');
  });

  it.each(['agent', 'agent-sandbox'])(
    'the page is found by status and code, as the first page of %s says',
    async (name) => {
      const { text } = await harness.current.call('GET', `/developers/${name}.md`);
      expect(text).toContain('branch on the status and code');
    },
  );

  it.each([
    'nothing',
    'nothing.json',
    'not_found.xml',
    'not_found.md.md',
    'constructor',
    '__proto__',
    'NOT_FOUND',
    '%2e%2e',
  ])('does not exist for an unknown code: %s', async (name) => {
    expect((await harness.current.call('GET', `/developers/errors/${name}`)).status).toBe(404);
  });

  it('the page is linked from the list of all errors', async () => {
    const { status, text } = await harness.current.call('GET', '/developers/errors');
    expect(status).toBe(200);
    for (const code of shownCodes) expect(text).toContain(`href="/developers/errors/${code}"`);
  });
});
