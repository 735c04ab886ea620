import { centsToPrint } from '#lib/numbers/money';
import { traceFacts, type Sourced } from '#modules/intakes';
import type { ConsultationDetail } from '../schemas.ts';
import type { ConsultationRow, IntakeSources } from '../store.ts';

/** The facts of a consultation, whichever module it came from. */
export type ConsultationFacts = Pick<
  ConsultationDetail,
  'person' | 'asked' | 'facts' | 'offer_cents' | 'market' | 'missing'
>;

type Json = Readonly<Record<string, unknown>>;
type Fact = ConsultationDetail['facts'][number];

const inside = (row: Json | null, name: string): Json => (row?.[name] ?? {}) as Json;
const textOf = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : null;
const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** The first source with a value, and who it was. */
function firstOf(group: string, label: string, said: readonly (readonly [unknown, string])[]): Fact[] {
  const [value, from] = said.find(([one]) => textOf(one) !== null) ?? [];
  const shown = textOf(value);
  return shown === null || from === undefined ? [] : [{ group, label, value: shown, from }];
}

export function computeConsultationFacts(row: ConsultationRow): ConsultationFacts {
  if (row.intake !== null && row.said !== null) return intakeFacts(row.intake, row.said);
  if (row.referral !== null) return referralFacts(row.referral, row.institution);
  return memberFacts(row, row.institution);
}

function intakeFacts(intake: Json, said: IntakeSources): ConsultationFacts {
  const known = traceFacts(said, said.found);
  const fact = (group: string, label: string, fact: Sourced<string | number> | undefined): Fact[] =>
    firstOf(group, label, fact === undefined ? [] : [[fact.value, fact.from]]);
  const sent = (group: string, label: string, value: unknown) => firstOf(group, label, [[value, 'agent']]);
  const { vehicle, loss } = said;
  const facts = [
    ...fact('Vehicle', 'VIN', known.vin),
    ...fact('Vehicle', 'Year', known.year),
    ...fact('Vehicle', 'Make', known.make),
    ...fact('Vehicle', 'Model', known.model),
    ...fact('Vehicle', 'Trim', known.trim),
    ...fact('Vehicle', 'Odometer', known.odometer),
    ...sent('Vehicle', 'Plate', vehicle.plate),
    ...sent('Vehicle', 'Plate state', vehicle.plate_state),
    ...fact('Loss', 'Date of loss', known.dateOfLoss),
    ...sent('Loss', 'State', loss.loss_state),
    ...sent('Loss', 'ZIP', loss.zip),
    ...sent('Loss', 'Insurance', loss.insurance_path),
    ...fact('Loss', 'Insurer', known.insurer),
    ...fact('Loss', 'Claim no.', known.claimNumber),
  ];
  const offerCents = known.offerCents?.value ?? null;
  return {
    // Normalized, and another one than was sent after a wrong number.
    person: toPerson({ ...inside(intake, 'customer'), phone: intake['phone'] }),
    asked: askedByAgent(intake),
    facts,
    offer_cents: offerCents,
    market: marketOf((intake['preliminary'] ?? null) as Json | null),
    missing: missingOf(facts, offerCents),
  };
}

const toPerson = (said: Json): ConsultationDetail['person'] => ({
  first_name: textOf(said['first_name']),
  last_name: textOf(said['last_name']),
  email: textOf(said['email']),
  phone: textOf(said['phone']),
  phone_hint: null,
});

/** The institution's number unless it was struck, then the one that the customer gave. */
function withCalledPhone(said: Json, row: Json): Json {
  const struck = (row['struck_phones'] ?? []) as readonly unknown[];
  const phone = [said['phone'], row['given_phone']].find((one) => textOf(one) !== null && !struck.includes(one));
  return { ...said, phone: phone ?? null };
}

function askedByAgent(intake: Json): ConsultationDetail['asked'] {
  const [agent, consent] = [inside(intake, 'agent'), inside(intake, 'consent')];
  const details = [
    ['Platform', agent['platform']],
    ['Version', agent['version']],
    ['Operator', agent['operator_url']],
    ['Said by', consent['attestor_name']],
    ['Reference', intake['external_ref']],
    ['Consent', consent['mode'] === 'warm_handoff' ? 'the owner is being handed over' : 'the owner directed it'],
  ] as const;
  return {
    by: 'agent',
    name: textOf(agent['name']),
    details: details.flatMap(([label, value]) => (textOf(value) === null ? [] : [{ label, value: String(value) }])),
    proven: intake['agent_tier'] === 'registered',
    words: textOf(consent['attestation']),
    at: new Date(String(intake['created_at'])).toISOString(),
  };
}

function marketOf(read: Json | null): ConsultationDetail['market'] {
  if (read === null) return null;
  const [market, range] = [inside(read, 'market'), inside(read, 'adjusted_range')];
  return {
    label: String(read['vehicle_label'] ?? ''),
    coverage: String(read['coverage'] ?? 'none'),
    sample_size: numberOf(read['sample_size']) ?? 0,
    low: numberOf(market['low']),
    mid: numberOf(market['mid']),
    high: numberOf(market['high']),
    adjusted_mid: numberOf(read['adjusted_mid']),
    adjusted_low: numberOf(range['low']),
    adjusted_high: numberOf(range['high']),
    gap_cents: numberOf(read['gap_vs_offer_cents']),
    snapshot_id: textOf(read['snapshot_id']),
    disclaimer: String(read['disclaimer'] ?? ''),
  };
}

/** What the market read still needs; worth a question during the call. */
const neededFacts = ['VIN', 'Odometer', 'ZIP', 'Date of loss', 'Insurer'];

const missingOf = (facts: readonly Fact[], offerCents: number | null): string[] => [
  ...neededFacts.filter((label) => !facts.some((fact) => fact.label === label)),
  ...(offerCents === null ? ['The insurer’s offer'] : []),
];

const cents = (value: unknown): string | null => {
  const amount = numberOf(value);
  return amount === null ? null : `$${centsToPrint(amount)}`;
};

const askedByInstitution = (
  name: string | null,
  at: unknown,
  details: ConsultationDetail['asked']['details'],
): ConsultationDetail['asked'] => ({
  by: 'institution',
  name,
  details,
  proven: true,
  words: null,
  at: new Date(String(at)).toISOString(),
});

const labelled = (label: string, value: unknown) => {
  const shown = textOf(value);
  return shown === null ? [] : [{ label, value: shown }];
};

function referralFacts(referral: Json, institution: string | null): ConsultationFacts {
  const [vehicle, claim, liability] = [
    inside(referral, 'vehicle'),
    inside(referral, 'claim'),
    inside(referral, 'liability'),
  ];
  const fact = (group: string, label: string, value: unknown) => firstOf(group, label, [[value, 'institution']]);
  const offerCents = numberOf(claim['initial_offer_cents']);
  const facts = [
    ...fact('Vehicle', 'VIN', vehicle['vin']),
    ...fact('Vehicle', 'Year', vehicle['year']),
    ...fact('Vehicle', 'Make', vehicle['make']),
    ...fact('Vehicle', 'Model', vehicle['model']),
    ...fact('Loss', 'Date of loss', textOf(claim['date_of_loss'])?.slice(0, 10)),
    ...fact('Loss', 'State', claim['loss_state']),
    ...fact('Loss', 'Insurer', claim['carrier']),
    ...fact('Loss', 'Claim no.', claim['claim_number']),
    ...fact('Loan', 'Payoff', cents(liability['loan_payoff_cents'])),
    ...fact('Loan', 'Deductible', cents(liability['deductible_cents'])),
    ...fact('Loan', 'Borrower pays', cents(referral['price_cents'])),
  ];
  const details = [...labelled('Reference', referral['external_ref']), ...labelled('Note', referral['status_note'])];
  return {
    person: toPerson(withCalledPhone(inside(referral, 'borrower'), referral)),
    asked: askedByInstitution(institution, referral['created_at'], details),
    facts,
    offer_cents: offerCents,
    market: null,
    missing: [],
  };
}

function memberFacts(
  { enrollment, notice, redemption }: ConsultationRow,
  institution: string | null,
): ConsultationFacts {
  const fact = (group: string, label: string, value: unknown) => firstOf(group, label, [[value, 'institution']]);
  const facts = [
    ...fact('Vehicle', 'VIN', enrollment?.['vin']),
    ...fact('Vehicle', 'Year', enrollment?.['year']),
    ...fact('Vehicle', 'Make', enrollment?.['make']),
    ...fact('Vehicle', 'Model', enrollment?.['model']),
    ...fact('Loss', 'Date of loss', textOf(notice?.['date_of_loss'])?.slice(0, 10)),
    ...fact('Loss', 'State', notice?.['loss_state']),
    ...fact('Loss', 'Insurer', notice?.['carrier']),
    ...fact('Loss', 'Claim no.', notice?.['claim_number']),
    ...fact('Membership', 'Plan', enrollment?.['plan']),
    ...fact('Membership', 'Redemption', redemption?.['status']),
  ];
  const details = [...labelled('Member', enrollment?.['id']), ...labelled('Reference', notice?.['external_ref'])];
  return {
    person: toPerson(withCalledPhone(enrollment ?? {}, enrollment ?? {})),
    asked: askedByInstitution(institution, redemption?.['created_at'] ?? 0, details),
    facts,
    offer_cents: numberOf(notice?.['initial_offer_cents']),
    market: null,
    missing: [],
  };
}
