// What reports print before their values, as data. "CCC ONE" and "Mitchell" are the products whose labels are known;
// of all others only the usual words are.

export const fieldNames = [
  'vin',
  'year',
  'make',
  'model',
  'trim',
  'odometer',
  'offer_cents',
  'insurer',
  'claim_number',
  'date_of_loss',
] as const;

export type FieldName = (typeof fieldNames)[number];
export type Vendor = 'ccc' | 'mitchell' | 'unknown';

/** Labels that mean the same, as one pattern; `weak` when what stands there may be something else. */
export type LabelGroup = { readonly pattern: string; readonly weak?: true };

type LabelMap = Readonly<Record<FieldName | 'vehicle' | 'report_date', readonly LabelGroup[]>>;

const common: LabelMap = {
  vin: [
    { pattern: 'VIN(?: ?#| Number| No\\.?)?|V\\.I\\.N\\.?|Vehicle Identification (?:Number|No\\.?)|Serial Number' },
  ],
  year: [{ pattern: 'Year|Model Year' }],
  make: [{ pattern: 'Make' }],
  model: [{ pattern: 'Model' }],
  trim: [{ pattern: 'Trim(?: Level)?' }],
  odometer: [
    { pattern: 'Odometer(?: Reading)?|Mileage(?: at (?:Date of )?Loss)?|Vehicle Mileage|Actual Mileage|Miles' },
  ],
  offer_cents: [
    { pattern: 'Adjusted (?:Vehicle|Market|Actual Cash) Value' },
    { pattern: 'Actual Cash Value(?: ?\\(ACV\\))?|ACV|Pre-?Tax (?:Vehicle )?Value' },
    { pattern: '(?:Fair )?Market Value|Vehicle Value' },
    {
      pattern:
        'Net Adjusted Value|Settlement (?:Value|Amount|Offer)|Total (?:Offer|Settlement|Value)|Offer Amount|Total',
      weak: true,
    },
  ],
  insurer: [
    { pattern: 'Insurance (?:Company|Carrier)|Insurer|Carrier|Underwriting Company|Company Name' },
    { pattern: 'Prepared [Ff]or', weak: true },
  ],
  claim_number: [{ pattern: 'Claim (?:Reference(?: Number)?|Number|No\\.?|ID|#)|Claim' }],
  date_of_loss: [
    {
      pattern:
        '(?:Loss Incident Date|Date of Loss|Loss Date|Accident Date|Date of Accident|Incident Date|D\\.?O\\.?L\\.?)',
    },
  ],
  vehicle: [
    {
      pattern:
        'Loss Vehicle|Vehicle Description|Year,? Make,?(?: and|,|/)? Model|Year/Make/Model|Insured Vehicle|Vehicle',
    },
  ],
  report_date: [
    { pattern: 'Report Generated|Valuation Report Date|Report Date|Date of Report|Version Date|Effective Date' },
  ],
};

export const labelMaps: Readonly<Record<Vendor, LabelMap>> = {
  ccc: {
    ...common,
    offer_cents: [{ pattern: 'Adjusted Vehicle Value' }, { pattern: 'Value before Deductible|Total', weak: true }],
    insurer: [{ pattern: 'Prepared [Ff]or' }, { pattern: 'Insurance Company|Insurer' }],
    claim_number: [{ pattern: 'Claim Reference(?: Number)?' }, { pattern: 'Claim Number' }],
    date_of_loss: [{ pattern: 'Loss Incident Date|Date of Loss|Loss Date' }],
    odometer: [{ pattern: 'Odometer' }],
    vehicle: [{ pattern: 'Loss Vehicle' }],
  },
  mitchell: {
    ...common,
    offer_cents: [{ pattern: 'Market Value' }, { pattern: 'Settlement Value|Total', weak: true }],
    insurer: [{ pattern: 'Prepared [Ff]or' }, { pattern: 'Insurance Company|Insurer' }],
    claim_number: [{ pattern: 'Claim Number' }],
    date_of_loss: [{ pattern: 'Loss Date|Date of Loss' }],
    odometer: [{ pattern: 'Mileage|Odometer' }],
    vehicle: [{ pattern: 'Loss [Vv]ehicle' }],
  },
  unknown: common,
};

/** Where each product starts to add up, lowest on the page first. */
export const startLabels =
  'CCC Valuation(?: \\(average.*)?|Dual Source Base Value|Base (?:Vehicle |Market )?Value|Average (?:Vehicle )?Value';

/** Other words that are labels: what is one of them is no value. */
const otherLabels =
  'Policy (?:Number|#|No\\.?)|Loss Type|Type of Loss|Owner|Insured|Claimant|Reported Date|Claim Reported|Valuation Report ID|' +
  'Report Reference(?: Number)?|Location|Condition(?: Adjustment)?|Deductible\\*?|Body Style|Cylinders|Displacement|Induction|' +
  'Fuel Type|Carburation|Transmission|Engine|Color|Exterior(?: Color)?|License(?: Plate)?|State|Taxes?|Vehicular Tax|Fees|' +
  'Adjuster|Appraiser|Phone|Fax|Email|Address|Statewide Value|Prior Damage|Title History|Refurbishment|Title, Registration.*|' +
  'Comparable.*|Valuation Summary|Claim Information|Vehicle Information|Coverage|Date|Description|Amount';

const allLabels = Object.values(labelMaps)
  .flatMap((map) => Object.values(map))
  .flat()
  .map(({ pattern }) => pattern);

const labelAlone = new RegExp(`^(?:${[...new Set(allLabels), startLabels, otherLabels].join('|')})\\s*[:#]?$`, 'i');

const labelFirst = new RegExp(`^(?:${[...new Set(allLabels), startLabels].join('|')})`, 'i');

/** Whether a value of ours may follow. */
export const beginsWithLabel = (text: string): boolean => labelFirst.test(text);

/** Whether the whole text is what a report prints before a value. */
export const isLabel = (text: string): boolean => labelAlone.test(text);

/** From here on values belong to other vehicles. */
export const startsComparables = (text: string): boolean =>
  /^(?:comparable (?:vehicles?|listings?|sales?|summary)|comparables|comp(?:arable)?(?: vehicle)? #?\d+)\b[^.]{0,40}$/i.test(
    text,
  );

/** From here on they belong to the vehicle of the claim again. */
export const startsOwnVehicle = (text: string): boolean =>
  /^(?:claim information|valuation summary|vehicle information|loss vehicle (?:information|details)|vehicle details|settlement summary|summary of value)\b.{0,20}$/i.test(
    text,
  );

export function detectVendor(text: string): Vendor {
  const ccc = /\bCCC\b ?(?:ONE|Intelligent Solutions|Information Services)/i.test(text);
  const mitchell = /\bMitchell\b ?(?:International|Vehicle Valuation|WorkCenter)/i.test(text);
  if (!/valuation|market value/i.test(text) || ccc === mitchell) return 'unknown';
  return ccc ? 'ccc' : 'mitchell';
}
