import type { IdentityName } from '#modules/documents';
import type { ReportFinding } from '../finding-schemas.ts';
import { adjustedOf, checkBaseMean, checkBaseRange, checkComparables, numbered } from './comparable-rules.ts';
import { isFigure, tidy, toFigure, type Figure } from './figure-rules.ts';
import type { CheckedContents, CheckedReport, Found, SentenceValues } from './finding-facts.ts';
import { findingWords } from './finding-messages.ts';
import {
  askCount,
  askDates,
  askDistances,
  askKinds,
  askProjectedSold,
  askTakePrices,
  askUniformCondition,
} from './question-rules.ts';
import { checkCondition, checkFile } from './rules.ts';
import { checkOffer, checkTax, checkTotal, checkValuation } from './sum-rules.ts';
import { checkOwnOdometer, checkTheirOdometer, checkTheirVins, checkVin } from './vehicle-rules.ts';

/**
 * Figures that a report prints in two places. The reading keeps one of them and whether they agree, so the finding
 * can only tell staff where to check.
 */
function checkRepeats(checked: CheckedContents): Found[] {
  const { sum, comparables, identities } = checked.contents;
  const hasFailed = (wanted: IdentityName): boolean =>
    identities.some(({ name, outcome }) => name === wanted && outcome === 'failed');
  const base = sum.find(({ name }) => name === 'base');
  const prices = comparables
    .flatMap((one) => [one.price && toFigure(numbered(one, 'Price'), one.price), adjustedOf(one)])
    .filter(isFigure)
    .filter(({ certain }) => !certain);
  return [
    ...(base !== undefined && hasFailed('base_repeats')
      ? [differs(base.label, [toFigure(base.label, base.cents)])]
      : []),
    ...(prices.length > 0 && hasFailed('comparables_repeat') ? [differs('Comparable Vehicles', prices)] : []),
  ];
}

const differs = (label: string, quoted: readonly Figure[]): Found => ({
  kind: 'printed_fact',
  code: 'printed_twice',
  about: label,
  isDoubtful: true,
  quoted,
  values: { label },
});

/** Rules about the vehicle and the claim, which every reading has. */
const fieldRules: readonly ((checked: CheckedReport) => Found[])[] = [checkVin, checkFile];

/** Rules about the other printed contents, in reading order. */
const contentRules: readonly ((checked: CheckedContents) => Found[])[] = [
  checkOffer,
  checkTotal,
  checkValuation,
  checkTax,
  checkBaseMean,
  checkBaseRange,
  checkCondition,
  checkComparables,
  checkRepeats,
  checkOwnOdometer,
  checkTheirOdometer,
  checkTheirVins,
  askProjectedSold,
  askUniformCondition,
  askTakePrices,
  askDistances,
  askDates,
  askKinds,
  askCount,
];

/** Five times the most that any report caused; a file with more is not a report. All documents of a case fit into one release. */
const maxFindings = 100;
/** Of a sum of sixty lines, which is the longest that is read, all are marked. */
const maxMarks = 100;

/**
 * The findings about the insurer's report. A finding based on an uncertain figure or on a scan is itself uncertain,
 * because the error may be in the reading and not in the report.
 */
export function computeFindings(checked: CheckedReport): ReportFinding[] {
  const { contents } = checked.reading;
  const all = [
    ...(contents === undefined ? [] : contentRules.flatMap((rule) => rule({ ...checked, contents }))),
    ...fieldRules.flatMap((rule) => rule(checked)),
  ];
  const found = all.filter(({ quoted }) => quoted.length <= maxMarks).slice(0, maxFindings);
  return withOwnIds(found.map((one) => toFinding(checked, one)));
}

/** A misread comparable number may occur twice, but a release names findings by id. */
function withOwnIds(findings: readonly ReportFinding[]): ReportFinding[] {
  const counts = new Map<string, number>();
  return findings.map((finding) => {
    const count = (counts.get(finding.id) ?? 0) + 1;
    counts.set(finding.id, count);
    return count === 1 ? finding : { ...finding, id: `${finding.id}/${count}` };
  });
}

const noValues: SentenceValues = {
  label: '',
  printed: '',
  other: '',
  computed: '',
  amount: '',
  number: '',
  count: '',
};

const tidied = (values: SentenceValues): SentenceValues => ({
  label: tidy(values.label),
  printed: tidy(values.printed),
  other: tidy(values.other),
  computed: values.computed,
  amount: values.amount,
  number: values.number,
  count: values.count,
});

function toFinding({ documentId, reading }: CheckedReport, found: Found): ReportFinding {
  const { kind, code, about, quoted, arithmetic, movesCents, isDoubtful = false, sentence = code } = found;
  const certain = !reading.ocr && !isDoubtful && quoted.every((one) => one.certain);
  const values = tidied({ ...noValues, ...found.values });
  const [en, es] = [findingWords.en[sentence](values), findingWords.es[sentence](values)];
  return {
    id: [documentId, code, ...(about === undefined ? [] : [about])].join('/'),
    document_id: documentId,
    kind,
    code,
    certain,
    marks: quoted.map(({ mark }) => mark),
    arithmetic: arithmetic ?? null,
    // An amount is exact only where every figure behind it is.
    moves_cents: certain ? (movesCents ?? null) : null,
    sentence: { en, es },
  };
}
