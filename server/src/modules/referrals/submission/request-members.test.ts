import { beforeAll, describe, expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import { form, integer, notObjects, oneOf, text, type Values } from '#test/fixtures/member-values';
import { sideBySide } from '#test/side-by-side';
import { givenPartner } from '#testing/partners';
import { referralBody, syntheticVin } from '../testing.ts';

const harness = useHarness({ gapRequestsPerMin: 1_000_000 });

let key = '';
beforeAll(async () => {
  ({ key } = await givenPartner(harness.current));
});

/** A valid body except for one member, whose value is given as JSON text. */
function bodyWith(path: string, value: string): string {
  const body = structuredClone(referralBody()) as unknown as Record<string, Record<string, unknown>>;
  const [parent = '', name] = path.split('.');
  const marker = 'the value of this member';
  Object.assign(body, name === undefined ? { [parent]: marker } : { [parent]: { ...body[parent], [name]: marker } });
  return JSON.stringify(body).replace(JSON.stringify(marker), () => value);
}

type Tried = { readonly value: string; readonly status: number; readonly paths: readonly string[] };

/** The outcome of each value, short enough to read in a failure. */
const trial =
  (path: string) =>
  async (value: string): Promise<Tried> => {
    const raw = bodyWith(path, value);
    const { status, body } = await harness.current.call('POST', '/api/gap/v1/referrals', { token: key, raw });
    const paths = ((body?.issues ?? []) as { path: string }[]).map((issue) => issue.path);
    return { value: value.slice(0, 80), status, paths: [...new Set(paths)] };
  };

const each = (list: string): string[] => list.split('|');
const letters = (length: number): string => 'l'.repeat(length);
const emailOf = (length: number): string =>
  `${letters(64)}@${letters(63)}.${letters(63)}.${letters(length - 201)}.example`;

const emails = [...each('a@b.co|A@B.CO|first.last+tag@sub.example.com|_@example.com'), emailOf(253), emailOf(254)];
const notEmails = [...each('a|a@|@b.co|a@b|a b@c.co|a@b..co|a@-b.co|é@b.co|a@b.co,c@d.co|<a@b.co>'), emailOf(255)];
const phones = each('2125550142|(212) 555-0142|+1 212 555 0142|1-212-555-0142|+12125550142|212.555.0142');
const notPhones = each('1125550142|212555014|21255501420|+442071838750|212-555-0142 x5|2125550142;|CALL-ME-NOW');
const vins = Array.from({ length: 4 }, syntheticVin).flatMap((vin) => [vin, syntheticVin().toLowerCase()]);
const notVins = [...each('1|1SYNTH0000000000|I|O|Q'), ...[...'IOQioq-é '].map((sign) => `1SYNTH000000000${sign}9`)];
const dates = each(
  '1900-01-01|2200-12-31T23:59:59.999Z|2026-11-01|2024-02-29|2026-11-01T10:00:00Z|2026-11-01T10:00:00.123Z|2026-11-01T23:59:59-05:00',
);
const notDates = [
  ...each('2026-02-29|2026-13-01|2026-1-1|11/01/2026|2026-11-01T10:00:00|2026-11-01 10:00:00Z|2026-11-01T25:00:00Z'),
  ...each('today|1762000000|2026-11-01Z|9999-12-31T23:59:59-10:00|0000-01-01T00:00:00+10:00|+010000-01-01'),
  ...each('0000-01-01|1899-12-31|1900-01-01T00:00:00+00:01|2200-12-31T23:59:59-00:01|2201-01-01|9999-12-31'),
];

const cents = integer(0, 100_000_000);
const members: Record<string, Values> = {
  external_ref: text(1, 120),
  'borrower.first_name': text(1, 80),
  'borrower.last_name': text(1, 80),
  'borrower.email': form(emails, notEmails),
  'borrower.phone': form(phones, notPhones),
  'vehicle.vin': form(vins, [...notVins, `${syntheticVin()}0`]),
  'vehicle.year': integer(1900, 2100),
  'vehicle.make': text(1, 60),
  'vehicle.model': text(1, 80),
  'claim.carrier': text(1, 120),
  'claim.claim_number': text(1, 60),
  'claim.loss_state': form(each('NY|ny|Ca|dc'), each('N|NYC|N1|N |--|É1|zz|PR|AE')),
  'claim.date_of_loss': form(dates, notDates),
  'claim.initial_offer_cents': cents,
  'liability.loan_payoff_cents': cents,
  'liability.deductible_cents': integer(0, 10_000_000),
  'consent.mode': oneOf('invitation'),
};

describe('a member of a referral', () => {
  it.each(Object.entries(members))(
    '%s is accepted within its bounds and nowhere else [P-REF-001]',
    async (path, values) => {
      const right = await sideBySide(values.right, 4, trial(path));
      expect(right.filter(({ status }) => status !== 201)).toEqual([]);
      const wrong = await sideBySide(values.wrong, 4, trial(path));
      // An object in place of text is reported by its own path, or by the path of a nested value that is not text either.
      const told = ({ status, paths }: Tried) => status === 400 && paths.some((found) => found.startsWith(path));
      expect(wrong.filter((tried) => !told(tried))).toEqual([]);
    },
  );

  it.each(['borrower', 'vehicle', 'claim', 'liability', 'consent'])('%s must be an object', async (path) => {
    const tried = await sideBySide(notObjects, 4, trial(path));
    expect(tried.filter(({ status, paths }) => status !== 400 || !paths.includes(path))).toEqual([]);
  });

  it('all members are required, except the reference, the consent and one of the contacts', async () => {
    const { status, body } = await harness.current.call('POST', '/api/gap/v1/referrals', { token: key, body: {} });
    expect([status, body.code]).toEqual([400, 'validation_failed']);
    const missing = async (changes: object) => {
      const sent = { ...referralBody(), ...changes };
      const answer = await harness.current.call('POST', '/api/gap/v1/referrals', { token: key, body: sent });
      return [answer.status, ...((answer.body.issues ?? []) as { path: string }[]).map(({ path }) => path)];
    };
    expect(body.issues.map(({ path }: { path: string }) => path)).toEqual([
      'borrower',
      'vehicle',
      'claim',
      'liability',
    ]);
    expect(await missing({ borrower: {} })).toEqual([400, 'borrower.first_name', 'borrower.last_name', 'borrower']);
    expect(await missing({ vehicle: {} })).toEqual([
      400,
      ...each('vehicle.vin|vehicle.year|vehicle.make|vehicle.model'),
    ]);
    expect(await missing({ claim: {} })).toEqual([
      400,
      ...['carrier', 'claim_number', 'loss_state', 'date_of_loss', 'initial_offer_cents'].map(
        (name) => `claim.${name}`,
      ),
    ]);
    expect(await missing({ liability: {} })).toEqual([
      400,
      'liability.loan_payoff_cents',
      'liability.deductible_cents',
    ]);
    expect(await missing({ consent: {} })).toEqual([201]);
  });

  it.each([
    ['', 'program'],
    ['', 'status'],
    ['', '__proto__'],
    ['borrower', 'middle_name'],
    ['borrower', '__proto__'],
    ['vehicle', 'trim'],
    ['claim', 'adjuster'],
    ['liability', 'total'],
    ['consent', 'disclosure_channel'],
  ])('an unknown member is refused: %s %s', async (parent, name) => {
    const body = JSON.parse(JSON.stringify({ ...referralBody(), consent: {} })) as Record<string, object>;
    const target = parent === '' ? body : (body[parent] ?? {});
    Object.defineProperty(target, name, { value: 'x', enumerable: true });
    const answer = await harness.current.call('POST', '/api/gap/v1/referrals', { token: key, body });
    expect([answer.status, answer.body.issues]).toEqual([
      400,
      [{ path: parent === '' ? name : `${parent}.${name}`, message: 'is not a known member' }],
    ]);
  });
});
