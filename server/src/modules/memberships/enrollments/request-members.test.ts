import { beforeAll, describe, expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import { form, integer, notObjects, text, type Values } from '#test/fixtures/member-values';
import { sideBySide } from '#test/side-by-side';
import { givenPartner } from '#testing/partners';
import { enrollmentBody, givenEnrollment, rosterVin } from '../testing.ts';

const harness = useHarness({ gapRequestsPerMin: 1_000_000 });

let key = '';
beforeAll(async () => {
  const plans = [
    { code: 'standard', unit_price_cents: 500 },
    { code: 'gold', unit_price_cents: 900 },
  ];
  ({ key } = await givenPartner(harness.current, { institution: { plans } }));
});

/** A valid body except for one member, whose value is given as JSON text. */
function bodyWith(sent: object, path: string, value: string): string {
  const body = structuredClone(sent) as Record<string, Record<string, unknown>>;
  const [parent = '', name] = path.split('.');
  const marker = 'the value of this member';
  Object.assign(body, name === undefined ? { [parent]: marker } : { [parent]: { ...body[parent], [name]: marker } });
  return JSON.stringify(body).replace(JSON.stringify(marker), () => value);
}

type Tried = { readonly value: string; readonly status: number; readonly paths: readonly string[] };

type Trial = { readonly route: string; readonly sent: () => object | Promise<object>; readonly path: string };

const trial =
  ({ route, sent, path }: Trial) =>
  async (value: string): Promise<Tried> => {
    const [method = '', address = ''] = route.split(' ');
    const raw = bodyWith(await sent(), path, value);
    const { status, body } = await harness.current.call(method, `/api/gap/v1${address}`, { token: key, raw });
    const paths = ((body?.issues ?? []) as { path: string }[]).map((issue) => issue.path);
    return { value: value.slice(0, 80), status, paths: [...new Set(paths)] };
  };

/** Valid values that were refused, and invalid ones that were accepted or refused with another path. */
async function misjudged(attempt: Trial, values: Values, success: number): Promise<Tried[]> {
  const right = await sideBySide(values.right, 4, trial(attempt));
  const wrong = await sideBySide(values.wrong, 4, trial(attempt));
  const told = ({ status, paths }: Tried) => status === 400 && paths.some((found) => found.startsWith(attempt.path));
  return [...right.filter(({ status }) => status !== success), ...wrong.filter((tried) => !told(tried))];
}

const each = (list: string): string[] => list.split('|');
const letters = (length: number): string => 'l'.repeat(length);
const emailOf = (length: number): string =>
  `${letters(64)}@${letters(63)}.${letters(63)}.${letters(length - 201)}.example`;

const emails = [...each('a@b.co|A@B.CO|first.last+tag@sub.example.com|_@example.com'), emailOf(253), emailOf(254)];
const notEmails = [...each('a|a@|@b.co|a@b|a b@c.co|a@b..co|a@-b.co|é@b.co|a@b.co,c@d.co|<a@b.co>'), emailOf(255)];
const phones = each('2125550142|(212) 555-0142|+1 212 555 0142|1-212-555-0142|+12125550142|212.555.0142');
const notPhones = each('1125550142|212555014|21255501420|+442071838750|212-555-0142 x5|2125550142;|CALL-ME-NOW');
const newVins = () => Array.from({ length: 4 }, rosterVin).flatMap((vin) => [vin, rosterVin().toLowerCase()]);
const notVins = [...each('1|2SYNTH0000000000|I|O|Q'), ...[...'IOQioq-é '].map((sign) => `2SYNTH000000000${sign}9`)];
// It is 2026-11-15 in the tests: 90 days ahead is 2027-02-13, and 366 days back is 2025-11-14.
const days = each('2026-11-15|2026-11-14|2026-11-16|2027-02-12|2027-02-13|2025-11-14|2025-11-15|2026-02-28');
const notDays = [
  ...each('2027-02-14|2027-02-15|2028-01-01|9999-12-31|2025-11-13|2024-02-29|1999-01-01|0000-01-01|0001-01-01'),
  ...each('2026-02-29|2026-13-01|2026-1-1|11/15/2026|2026-11-15T00:00:00Z|20261115|today|+002026-11-15|2026-11-15 '),
];

const newVehicle = (): Record<string, Values> => ({
  'vehicle.vin': form(newVins(), [...notVins, `${rosterVin()}0`]),
  'vehicle.year': integer(1900, 2100),
  'vehicle.make': text(1, 60),
  'vehicle.model': text(1, 80),
});
const member: Record<string, Values> = {
  'member.first_name': text(1, 80),
  'member.last_name': text(1, 80),
  'member.email': form(emails, notEmails),
  'member.phone': form(phones, notPhones),
};

/** A member that a merge patch can remove may also be set to null. */
const orNull = ({ right, wrong }: Values): Values => ({
  right: [...right, 'null'],
  wrong: wrong.filter((value) => value !== 'null'),
});

describe('a member of an enrollment', () => {
  const created: Record<string, Values> = {
    external_ref: text(1, 120),
    plan: form(each('standard|gold|standard'), each('Standard|silver|standard |gold\u0301|__proto__|constructor')),
    ...member,
    ...newVehicle(),
    effective_on: form(days, notDays),
  };

  it.each(Object.entries(created))(
    '%s is accepted within its bounds and nowhere else [P-PLAN-001]',
    async (path, values) => {
      const attempt = { route: 'POST /plans/enrollments', sent: enrollmentBody, path };
      expect(await misjudged(attempt, values, 201)).toEqual([]);
    },
  );

  it.each(['member', 'vehicle'])('%s must be an object', async (path) => {
    const tried = await sideBySide(
      notObjects,
      4,
      trial({ route: 'POST /plans/enrollments', sent: enrollmentBody, path }),
    );
    expect(tried.filter(({ status, paths }) => status !== 400 || !paths.includes(path))).toEqual([]);
  });

  it('only the names and the VIN are required', async () => {
    const send = async (body: unknown) => {
      const answer = await harness.current.call('POST', '/api/gap/v1/plans/enrollments', { token: key, body });
      return [answer.status, ...((answer.body.issues ?? []) as { path: string }[]).map(({ path }) => path)];
    };
    expect(await send({})).toEqual([400, 'member', 'vehicle']);
    expect(await send({ member: {}, vehicle: {} })).toEqual([
      400,
      'member.first_name',
      'member.last_name',
      'vehicle.vin',
    ]);
    expect(await send({ member: { first_name: 'A', last_name: 'B' }, vehicle: { vin: rosterVin() } })).toEqual([201]);
  });

  it.each([
    ['', 'status'],
    ['', 'effective_at'],
    ['', 'test'],
    ['', '__proto__'],
    ['member', 'middle_name'],
    ['vehicle', 'trim'],
    ['vehicle', 'constructor'],
  ])('an unknown member is refused: %s %s', async (parent, name) => {
    const body = structuredClone(enrollmentBody()) as unknown as Record<string, object>;
    Object.defineProperty(parent === '' ? body : (body[parent] ?? {}), name, { value: 'x', enumerable: true });
    const answer = await harness.current.call('POST', '/api/gap/v1/plans/enrollments', { token: key, body });
    expect([answer.status, answer.body.issues]).toEqual([
      400,
      [{ path: parent === '' ? name : `${parent}.${name}`, message: 'is not a known member' }],
    ]);
  });
});

describe('a member of a change', () => {
  const { 'member.email': email, 'member.phone': phone, ...names } = member;
  const changed: Record<string, Values> = {
    external_ref: orNull(text(1, 120)),
    ...names,
    'member.email': orNull(email!),
    'member.phone': orNull(phone!),
    ...newVehicle(),
  };

  it.each(Object.entries(changed))('%s has the same bounds as in an enrollment [P-PLAN-006]', async (path, values) => {
    const { id } = await givenEnrollment(harness.current, key);
    const sent = () => (path.startsWith('vehicle.') ? { vehicle: { vin: rosterVin() } } : {});
    expect(await misjudged({ route: `PATCH /plans/enrollments/${id}`, sent, path }, values, 200)).toEqual([]);
  });

  it('cancel_reason has up to 200 characters, and is for a cancellation only [P-PLAN-004]', async () => {
    const attempt = async (value: string): Promise<Tried> => {
      const { id } = await givenEnrollment(harness.current, key);
      const route = `PATCH /plans/enrollments/${id}`;
      return trial({ route, sent: () => ({ status: 'canceled' }), path: 'cancel_reason' })(value);
    };
    const { right, wrong } = text(1, 200);
    expect((await sideBySide(right, 4, attempt)).filter(({ status }) => status !== 200)).toEqual([]);
    const refused = ({ status, paths }: Tried) => status === 400 && paths.some((path) => path === 'cancel_reason');
    expect((await sideBySide(wrong.slice(0, 25), 4, attempt)).filter((tried) => !refused(tried))).toEqual([]);
  });
});
