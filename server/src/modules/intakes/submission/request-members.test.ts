import { beforeAll, describe, expect, it } from 'vitest';
import { givenAgent } from '#testing/agents';
import { useHarness, type Answer } from '#test/harness';
import { flag, form, integer, notObjects, number, oneOf, text, type Values } from '#test/fixtures/member-values';
import { sideBySide } from '#test/side-by-side';
import { minimalIntake, newEmail, newPhone } from '../testing.ts';

const harness = useHarness();

/** A valid body except for one member, whose value is given as JSON text. */
function bodyWith(path: string, value: string): string {
  const body = structuredClone(minimalIntake()) as unknown as Record<string, Record<string, unknown>>;
  const [parent = '', name] = path.split('.');
  const marker = 'the value of this member';
  Object.assign(body, name === undefined ? { [parent]: marker } : { [parent]: { ...body[parent], [name]: marker } });
  return JSON.stringify(body).replace(JSON.stringify(marker), () => value);
}

let key = '';
beforeAll(async () => {
  ({ key } = await givenAgent(harness.current));
});

/** Without a key, except for the one member whose values need one. */
const send = (path: string, raw: string): Promise<Answer> =>
  harness.current.call('POST', '/api/agent/v1/intakes', { raw, ...(path === 'consent.mode' ? { token: key } : {}) });

type Tried = { readonly value: string; readonly status: number; readonly paths: readonly string[] };

/** The outcome of each value, short enough to read in a failure. */
const trial =
  (path: string) =>
  async (value: string): Promise<Tried> => {
    const { status, body } = await send(path, bodyWith(path, value));
    const paths = ((body?.issues ?? []) as { path: string }[]).map((issue) => issue.path);
    return { value: value.slice(0, 80), status, paths: [...new Set(paths)] };
  };

/** Lists of short texts, separated by bars. */
const each = (list: string): string[] => list.split('|');

const letters = (length: number): string => 'l'.repeat(length);
const urlOf = (length: number): string => `https://op.example/${letters(length - 19)}`;
/** 64 letters before the @, 63 in a label: the longest that the parts of an address may be. */
const emailOf = (length: number): string =>
  `${newEmail().slice(0, 16)}${letters(48)}@${letters(63)}.${letters(63)}.${letters(length - 201)}.example`;

const slugs = [...each('a|0|0-|a-b|a--b|never-seen-before'), 'a'.repeat(60), '9'.repeat(60), `z${'-'.repeat(59)}`];
const notSlugs = [...each('A|aB|-a|-|a_b|a b|a.b| a|a |é|😀|a\n|a/b|a:b'), 'a'.repeat(61)];

const urls = [
  ...[19, 20, 50, 299, 300].map(urlOf),
  ...each('https://op.example|http://op.example|HTTPS://OP.EXAMPLE|https://op.example:8443/x?y=z#part'),
  ...each('https://op.example/%E2%9C%93|https://op.example/✓|https://192.0.2.1/|https://[2001:db8::1]/x'),
  ...Array.from({ length: 8 }, (_, index) => `https://op${index}.example/a/${index}`),
];
const notUrls = [
  ...each('not a uri|op.example|//op.example|/path|https:|https://|https:op.example|http//op.example'),
  ...each('ftp://op.example|mailto:op@example.com|javascript:alert(1)|data:text/html,x|urn:isbn:1'),
  ...each('https://op.example:99999|https://exa mple/'),
  urlOf(301),
  urlOf(302),
];

const emails = [
  ...each("a@b.co|A.B+c@sub.example.com|o'neil@example.com|_@example.com|a@1.example|x@xn--p1ai.example"),
  ...Array.from({ length: 14 }, newEmail),
  emailOf(254),
];
const notEmails = [
  ...each('a.b.co|@example.com|a@|a@b|a@example|a@@example.com|a b@example.com|a@exa mple.com'),
  ...each('a@-example.com|a@example-.com|a@.com|a@example..com|a@example.com.|é@example.com|a@exämple.com'),
  ...each('A <a@example.com>|a@example.com,b@example.com|a@example.com\n| a@example.com|a@[192.0.2.1]'),
  emailOf(255),
  `a@${letters(64)}.example`,
];

/** Spellings of phone numbers, each of another number. */
const phones = [
  ...each('|+1|1|+1 |1-|+1-|1.| |(|+1(').map((start) => `${start}${newPhone()}`),
  ...Array.from({ length: 3 }, newPhone).map((n) => `+1 (${n.slice(0, 3)}) ${n.slice(3, 6)}-${n.slice(6)}`),
  ...Array.from({ length: 3 }, newPhone).map((n) => `${n.slice(0, 3)}.${n.slice(3, 6)}.${n.slice(6)}`),
  ...Array.from({ length: 3 }, newPhone).map((n) => `(${n.slice(0, 3)})${n.slice(3)} `),
  `9${newPhone().slice(1)}`,
  [...newPhone()].join(' . ( ) - '),
];
const notPhones = [
  ...each('415555012|41555501234|0155550123|1155550123|+1 055 555 0123|+11155550123|415-CALL-NOW'),
  ...each('+442071838750|+14155550123 x5|+4155550123|++14155550123|4155550123\t|415/555/0123|415_555_0123'),
  ...each('+1|1|415–555–0123|４１５５５５０１２３|tel:4155550123|+1+14155550123|4155550123,|114155550123'),
];

const dates = [
  ...each('2026-09-01|2024-02-29|2000-02-29|2026-12-31|2026-01-01|1999-12-31|2099-01-01|1900-01-01|2200-12-31'),
  ...Array.from({ length: 12 }, (_, month) => `2026-${String(month + 1).padStart(2, '0')}-28`),
];
const notDates = [
  ...each(
    '09/01/2026|2026-9-1|2026-09-01T00:00:00Z|2026-02-30|2025-02-29|1900-02-29|2026-13-01|0000-01-01|1899-12-31|2201-01-01|9999-12-31',
  ),
  ...each('2026-00-10|2026-01-00|2026-04-31|20260901|2026-09-01 | 2026-09-01|02026-09-01|2026-09-01\n'),
  ...each('٢٠٢٦-٠٩-٠١|2026–09–01|-026-09-01|today'),
];

const zips = [...each('78701|78701-1234|00000|99999-9999'), ...Array.from({ length: 16 }, (_, n) => `100${n + 10}`)];
const notZips = each('7870|787011|78701-12|7870A|78701-|78701 1234|787011234|-7870|78701-12345|７８７０１');

const states = each('CA|ca|Ca|zz|DC|TX|NY|FL|IL|PA|OH|GA|NC|MI|NJ|VA|WA|AZ|MA|TN');
const notStates = each('C|CAL|C1|1C|C | C|C.|ÇA|😀😀|CA\n|Ⓒ🄰|ca-');

type Member = { readonly path: string; readonly values: Values; readonly proof: string };

const member = (path: string, values: Values, proof: string): Member => ({ path, values, proof });

const phoneClauses = 'A-INTAKE-029, A-INTAKE-030, A-INTAKE-031, A-INTAKE-032, A-INTAKE-033';

const members: readonly Member[] = [
  member('agent.name', text(1, 120), '1 to 120 characters [A-INTAKE-015, A-INTAKE-017]'),
  member('agent.platform', form([...slugs, ...slugs, ...slugs], notSlugs), 'any slug [A-INTAKE-020, A-INTAKE-021]'),
  member('agent.version', text(1, 60), '1 to 60 characters [A-INTAKE-022]'),
  member('agent.operator_url', form(urls, notUrls), 'a web address of at most 300 [A-INTAKE-023, A-INTAKE-024]'),
  member('customer.first_name', text(1, 80), '1 to 80 characters [A-INTAKE-025]'),
  member('customer.last_name', text(1, 80), '1 to 80 characters [A-INTAKE-026]'),
  member('customer.email', form(emails, notEmails), 'an address of at most 254 [A-INTAKE-027, A-INTAKE-028]'),
  member('customer.phone', form(phones, notPhones), `a US number [${phoneClauses}]`),
  member('vehicle.vin', text(11, 17), '11 to 17 characters [A-INTAKE-036]'),
  member('vehicle.plate', text(1, 12), '1 to 12 characters [A-INTAKE-038]'),
  member('vehicle.plate_state', form(states, notStates), 'two letters [A-INTAKE-040]'),
  member('vehicle.year', integer(1900, 2100), '1900 to 2100, whole [A-INTAKE-015, A-INTAKE-041, A-INTAKE-042]'),
  member('vehicle.make', text(1, 60), '1 to 60 characters [A-INTAKE-043]'),
  member('vehicle.model', text(1, 80), '1 to 80 characters [A-INTAKE-044]'),
  member('vehicle.trim', text(1, 80), '1 to 80 characters [A-INTAKE-045]'),
  member('vehicle.odometer', integer(0, 2_000_000), '0 to 2000000, whole [A-INTAKE-047, A-INTAKE-048]'),
  member('loss.date_of_loss', form(dates, notDates), 'a day as YYYY-MM-DD [A-INTAKE-049]'),
  member('loss.loss_state', text(2, 2), 'exactly two characters [A-INTAKE-050]'),
  member('loss.zip', form(zips, notZips), 'five digits, or nine [A-INTAKE-051]'),
  member('loss.insurance_path', oneOf('own', 'at-fault', 'unknown', 'none'), 'one of four words [A-INTAKE-053]'),
  member('offer.insurer', text(1, 120), '1 to 120 characters [A-INTAKE-054]'),
  member('offer.claim_number', text(1, 60), '1 to 60 characters [A-INTAKE-055]'),
  member('offer.acv_offer_cents', integer(0, 100_000_000), '0 to 100000000, whole [A-INTAKE-056]'),
  member('offer.acv_offer', number(0, 1_000_000), '0 to 1000000, fractions too [A-INTAKE-057]'),
  member('consent.attestation', text(20, 1000), '20 to 1000 characters [A-CONSENT-002]'),
  member('consent.attestor_name', text(1, 120), '1 to 120 characters [A-CONSENT-005]'),
  member('consent.mode', oneOf('customer_directed', 'warm_handoff'), 'one of two words [A-CONSENT-006]'),
  member('consent.notify_customer', flag, 'true or false [A-INTAKE-015, A-CONSENT-010]'),
  member('external_ref', text(1, 120), '1 to 120 characters [A-INTAKE-059]'),
];

/** Members that must be there; in all others null counts as absent (D-009). */
const required = new Set(['agent', 'customer', 'consent', 'agent.name', 'agent.platform', 'consent.attestation']);
const refused = (path: string, values: readonly string[]): readonly string[] =>
  required.has(path) ? values : values.filter((value) => value !== 'null');

describe.each(members)('$path', ({ path, values, proof }) => {
  it(`accepts ${proof}`, async () => {
    expect(values.right.length).toBeGreaterThanOrEqual(20);
    const tried = await sideBySide(values.right, 8, trial(path));
    // A loss in a state that is not served gets a neutral receipt; every other value here creates an intake.
    const taken = path === 'loss.loss_state' ? [200, 201] : [201];
    expect(tried.filter(({ status }) => !taken.includes(status))).toEqual([]);
  });

  it(`refuses, by its name alone, whatever is not ${proof}`, async () => {
    expect(new Set(values.wrong).size).toBeGreaterThanOrEqual(20);
    const tried = await sideBySide(refused(path, values.wrong), 8, trial(path));
    expect(tried.filter(({ status, paths }) => status !== 400 || paths.join() !== path)).toEqual([]);
  });
});

describe.each(['agent', 'customer', 'consent', 'vehicle', 'loss', 'offer'])('%s', (path) => {
  it('a member is refused by its name alone if it is not an object [A-INTAKE-015]', async () => {
    expect(new Set(notObjects).size).toBeGreaterThanOrEqual(20);
    const tried = await sideBySide(refused(path, notObjects), 8, trial(path));
    expect(tried.filter(({ status, paths }) => status !== 400 || paths.join() !== path)).toEqual([]);
  });
});

describe('null', () => {
  it('null in an optional member counts as absent, and so does a whole object [A-INTAKE-015]', async () => {
    const optional = [...members.map(({ path }) => path), 'vehicle', 'loss', 'offer'].filter(
      // One contact is needed, and the smallest body has only this one.
      (path) => !required.has(path) && path !== 'customer.email',
    );
    expect(optional.length).toBeGreaterThan(25);
    const tried = await sideBySide(optional, 8, (path) => trial(path)('null'));
    expect(tried.filter(({ status }) => status !== 201)).toEqual([]);
    const { status, paths } = await trial('customer.email')('null');
    expect([status, paths.every((path) => path.startsWith('customer'))]).toEqual([400, true]);
  });

  it('null and absence are the same request to an Idempotency-Key', async () => {
    const body = minimalIntake();
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const first = await harness.current.call('POST', '/api/agent/v1/intakes', { body, headers });
    const nulls = { ...body, vehicle: null, external_ref: null, customer: { ...body.customer, first_name: null } };
    const again = await harness.current.call('POST', '/api/agent/v1/intakes', { body: nulls, headers });
    expect([first.status, again.status, again.body.idempotent_replay]).toEqual([201, 200, true]);
  });
});
