// The labels that reports print before their values, as data. The labels of the products "CCC ONE" and "Mitchell" are
// known; for all others only the usual words are.

const fieldNames = [
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

type FieldName = (typeof fieldNames)[number];
export type Vendor = 'ccc' | 'mitchell' | 'unknown';

/** Labels of one meaning, as one pattern; `weak` when the value next to them may be something else. */
export type LabelGroup = { readonly pattern: string; readonly weak?: true };

type LabelMap = Readonly<Record<FieldName | 'vehicle' | 'report_date' | 'owner', readonly LabelGroup[]>>;

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
  owner: [{ pattern: '(?:Vehicle |Registered )?Owner(?: Name)?|(?:Named )?Insured(?: Name)?|Policyholder(?: Name)?' }],
  report_date: [
    {
      pattern:
        'Report Generated|Valuation Report Date|Last Updated|Report Date|Date of Report|Version Date|Effective Date',
    },
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
    // Below "Model" is the beginning of a whole description; the line "Loss vehicle:" has it in parts.
    model: [],
    trim: [],
    vehicle: [{ pattern: 'Loss [Vv]ehicle' }],
  },
  unknown: common,
};

/** The line at which each product begins its sum, lowest on the page first. */
export const startLabels =
  'CCC Valuation(?: \\(average.*)?|Dual Source Base Value|Base (?:Vehicle |Market )?Value|Average (?:Vehicle )?Value';

/** Labels of no field, listed because a label is never a value. */
export const otherLabels =
  'Policy (?:Number|#|No\\.?)|Loss Type|Type of Loss|Owner|Insured|Claimant|Reported Date|Claim Reported|Valuation Report ID|' +
  'Report Reference(?: Number)?|Location|Condition(?: Adjustment)?|Deductible\\*?|Body Style|Cylinders|Displacement|Induction|' +
  'Fuel Type|Carburation|Transmission|Engine|Color|Exterior(?: Color)?|License(?: Plate)?|State|Taxes?|Vehicular Tax|Fees|' +
  'Adjuster|Appraiser|Phone|Fax|Email|Address|Statewide Value|Prior Damage|Title History|Refurbishment|Title, Registration.*|' +
  'Comparable.*|Valuation Summary|Claim Information|Vehicle Information|Coverage|Date|Description|Amount';
