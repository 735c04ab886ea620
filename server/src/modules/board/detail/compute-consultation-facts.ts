import { isLanguage } from '#lib/languages/language';
import { centsToPrint } from '#lib/numbers/money';
import {
  chooseContact,
  traceFacts,
  type FactName,
  type FactSource,
  type LookedUp,
  type SourcedFacts,
  type StaffSaid,
} from '#modules/consultations';
import type { ConsultationDetail } from '../schemas.ts';
import { detailStatementsOf, inside, numberOf, textOf, type DetailRow } from '../statement-rules.ts';

/** The facts of a consultation, for any module of origin. */
export type ConsultationFacts = Pick<
  ConsultationDetail,
  'person' | 'asked' | 'facts' | 'offer_cents' | 'market' | 'missing'
>;

type Json = Readonly<Record<string, unknown>>;
type Fact = ConsultationDetail['facts'][number];

export function computeConsultationFacts(row: DetailRow, names: ReadonlyMap<string, string>): ConsultationFacts {
  const statements = detailStatementsOf(row);
  const known = traceFacts(statements);
  const listed = [
    ...listFacts(known, statements.lookedUp.staff ?? {}, names),
    ...vinFacts(known.vehicleOfVin),
    ...sourceFacts(row),
  ];
  const facts = isTelephoned(row)
    ? listed.map((one) => (one.from === 'agent' ? { ...one, from: 'owner' } : one))
    : listed;
  const offerCents = known.offer_cents?.value ?? null;
  return {
    person: personOf(row, known),
    asked: askedOf(row),
    facts,
    offer_cents: offerCents,
    market: marketOf(row.preliminary),
    missing: [
      ...missingOf(facts, offerCents),
      ...missingTrimOf(known),
      ...wrongVinOf(known, statements.lookedUp.decoded),
    ],
  };
}

/** The owner said it on the phone, and a staff member recorded it. */
const isTelephoned = ({ intake }: DetailRow): boolean => typeof intake?.['taken_by'] === 'string';

const listedFacts: readonly (readonly [group: string, label: string, name: FactName])[] = [
  ['Vehicle', 'VIN', 'vin'],
  ['Vehicle', 'Year', 'year'],
  ['Vehicle', 'Make', 'make'],
  ['Vehicle', 'Model', 'model'],
  ['Vehicle', 'Trim', 'trim'],
  ['Vehicle', 'Odometer', 'odometer'],
  ['Vehicle', 'Title', 'title'],
  ['Vehicle', 'Condition', 'condition'],
  ['Loss', 'Date of loss', 'date_of_loss'],
  ['Loss', 'State', 'loss_state'],
  ['Loss', 'ZIP', 'zip'],
  ['Loss', 'Insurer', 'insurer'],
  ['Loss', 'Claim no.', 'claim_number'],
  ['Loan', 'Payoff', 'payoff_cents'],
  ['Loan', 'Deductible', 'deductible_cents'],
];

/** The known facts with their sources; for the team's statements also the author and the time. */
function listFacts(known: SourcedFacts, staff: StaffSaid, names: ReadonlyMap<string, string>): Fact[] {
  return listedFacts.flatMap(([group, label, name]) => {
    const fact = known[name];
    if (fact === undefined) return [];
    const shown = name.endsWith('_cents') ? cents(fact.value) : textOf(fact.value);
    const stated = fact.from === 'staff' ? staff[name] : undefined;
    const by = stated === undefined ? null : (names.get(stated.by) ?? null);
    return shown === null ? [] : [{ group, label, value: shown, from: wordOf(fact.from), by, at: stated?.at ?? null }];
  });
}

/** The VIN's data besides year, make and model. */
function vinFacts(vehicle: SourcedFacts['vehicleOfVin']): Fact[] {
  if (vehicle === undefined) return [];
  const { body, engine, displacement_l: liters, cylinders, fuel, drive } = vehicle;
  const size = [liters === undefined ? '' : `${liters} l`, cylinders === undefined ? '' : `${cylinders} cylinders`];
  const told = [
    ['Body', body],
    ['Engine', [engine ?? '', ...size].filter((part) => part !== '').join(', ') || undefined],
    ['Fuel', fuel],
    ['Drive', drive],
  ] as const;
  return told.flatMap(([label, value]) =>
    value === undefined ? [] : [{ group: 'Vehicle', label, value, from: 'VIN', by: null, at: null }],
  );
}

/** The board says owner. */
const wordOf = (from: FactSource): string => (from === 'customer' ? 'owner' : from);

/** Facts that only one source of cases has, and that staff do not correct. */
function sourceFacts({ said, referral, enrollment, redemption }: DetailRow): Fact[] {
  const from = said === null ? 'institution' : 'agent';
  const fact = (group: string, label: string, value: unknown): Fact[] => {
    const shown = textOf(value);
    return shown === null ? [] : [{ group, label, value: shown, from, by: null, at: null }];
  };
  return [
    ...fact('Vehicle', 'Plate', said?.vehicle.plate),
    ...fact('Vehicle', 'Plate state', said?.vehicle.plate_state),
    ...fact('Loss', 'Insurance', said?.loss.insurance_path),
    ...fact('Loan', 'Borrower pays', cents(referral?.['price_cents'])),
    ...fact('Membership', 'Plan', enrollment?.['plan']),
    ...fact('Membership', 'Redemption', redemption?.['status']),
  ];
}

/** The current number and address: normalized, and different from the submitted ones after a wrong number. */
function personOf(detail: DetailRow, known: SourcedFacts): ConsultationDetail['person'] {
  const { intake, referral, enrollment, language } = detail;
  const names = {
    first_name: known.first_name?.value ?? null,
    last_name: known.last_name?.value ?? null,
    language: isLanguage(language) ? language : null,
  };
  if (intake !== null)
    return { ...names, email: textOf(intake['email']), phone: textOf(intake['phone']), phone_hint: null };
  const row: Json = referral ?? enrollment ?? {};
  const sent: Json = referral === null ? row : inside(referral, 'borrower');
  const { email, phone } = chooseContact(inside(row, 'staff_contact'), {
    phones: [textOf(sent['phone']), textOf(row['given_phone'])],
    struckPhones: (row['struck_phones'] ?? []) as readonly string[],
    email: textOf(sent['email']),
    state: null,
  });
  return { ...names, email: email ?? null, phone: phone ?? null, phone_hint: null };
}

function askedOf(row: DetailRow): ConsultationDetail['asked'] {
  const { intake, referral, enrollment, notice, redemption, institution } = row;
  if (intake !== null) return isTelephoned(row) ? askedByTelephone(intake) : askedByAgent(intake);
  if (referral !== null)
    return askedByInstitution(institution, referral['created_at'], [
      ...labelled('Reference', referral['external_ref']),
      ...labelled('Note', referral['status_note']),
    ]);
  return askedByInstitution(institution, redemption?.['created_at'] ?? 0, [
    ...labelled('Member', enrollment?.['id']),
    ...labelled('Reference', notice?.['external_ref']),
  ]);
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

/** The owner asked on the phone, and a staff member recorded it. */
const askedByTelephone = (intake: Json): ConsultationDetail['asked'] => ({
  by: 'telephone',
  name: textOf(inside(intake, 'customer')['first_name']),
  details: [
    { label: 'Number', value: typeof intake['proven_by_call_at'] === 'string' ? 'read back' : 'not read back' },
  ],
  proven: typeof intake['proven_by_call_at'] === 'string',
  words: null,
  at: new Date(String(intake['created_at'])).toISOString(),
});

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

/** The facts that the market read still needs; worth a question during the call. */
const neededFacts = ['VIN', 'Odometer', 'ZIP', 'Date of loss', 'Insurer'];

const missingOf = (facts: readonly Fact[], offerCents: number | null): string[] => [
  ...neededFacts.filter((label) => !facts.some((fact) => fact.label === label)),
  ...(offerCents === null ? ['The insurer’s offer'] : []),
];

/** vPIC's trims are candidates to ask about, not facts. */
const missingTrimOf = ({ trim, trimCandidates }: SourcedFacts): string[] =>
  trim !== undefined || trimCandidates.length === 0
    ? []
    : [`The trim (by the VIN perhaps ${trimCandidates.slice(0, 6).join(' or ')})`];

/** A VIN with another make than the current one was misread, or belongs to another vehicle. */
function wrongVinOf({ vin, make }: SourcedFacts, decoded: LookedUp['decoded']): string[] {
  if (vin === undefined || make === undefined || decoded?.make === undefined || decoded.vin !== vin.value) return [];
  const same = String(make.value).trim().toLowerCase() === decoded.make.trim().toLowerCase();
  return same ? [] : [`The VIN again (it is one of ${decoded.make})`];
}

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
