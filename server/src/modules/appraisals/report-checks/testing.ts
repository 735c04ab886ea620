import { transact } from '#platform/db';
import { receivePdf } from '#testing/documents';
import { storeDocument } from '#modules/documents';
import type { Harness } from '#test/harness';
import { drawReading, type SyntheticReading } from '#test/fixtures/report-contents';
import { drawPaper } from '#test/fixtures/report-paper';
import { drawFaulty, type PlantedFault } from '#test/fixtures/planted-faults';
import { computeFindings } from '../findings/compute-findings.ts';
import type { ReportCheckView, ReportFinding } from '../finding-schemas.ts';

const documentId = 'doc_synthetic';

/** The findings for a synthetic reading whose figures agree. */
export const checkClean = (seed: number): ReportFinding[] =>
  computeFindings({ documentId, ...drawReading(seed, seed % 2 === 0 ? 'mitchell' : 'ccc'), filed: {} });

type FaultCheck = {
  readonly fault: PlantedFault;
  /** Whether one of the findings for such a fault marks the changed figure. */
  readonly isFound: boolean;
  /** Findings that the reading without the fault does not have, and that do not mark the changed figure. */
  readonly others: readonly ReportFinding[];
};

/** The findings that one injected fault adds. */
export function checkFaulty(seed: number): FaultCheck {
  const { clean, planted, fault } = drawFaulty(seed);
  const before = new Set(computeFindings({ documentId, ...clean, filed: {} }).map(({ id }) => id));
  const added = computeFindings({ documentId, ...planted, filed: {} }).filter(({ id }) => !before.has(id));
  const marks = ({ marks: all }: ReportFinding) => all.some(({ box }) => String(box) === String(fault.box));
  return {
    fault,
    isFound: added.some((one) => one.certain && fault.codes.includes(one.code) && marks(one)),
    others: added.filter((one) => !marks(one)),
  };
}

/** A synthetic Mitchell report whose offer differs from the sum of its lines by a thousand dollars. */
export function drawLowOffer(): SyntheticReading {
  const drawn = drawReading(3, 'mitchell');
  for (const { name, cents } of drawn.reading.contents.sum) if (name === 'offer') cents.value -= 100_000;
  return drawn;
}

/** A report whose text is markup, with a total that its lines do not add up to. */
export function drawMarkup(): SyntheticReading {
  const drawn = drawReading(3, 'mitchell');
  for (const line of drawn.reading.contents.sum) {
    if (line.name !== 'total') continue;
    line.cents.value -= 50_000;
    line.label = 'Settlement Value <script>alert(1)</script>';
  }
  return drawn;
}

/** The findings for the one with the low offer. */
export const checkLowOffer = (): ReportFinding[] => computeFindings({ documentId, ...drawLowOffer(), filed: {} });

/** A document of a case with this reading, and a file with its figures at the stated positions. */
export async function givenReport(
  { ctx }: Harness,
  sourceId: string,
  { reading }: SyntheticReading = drawLowOffer(),
): Promise<string> {
  const received = { ...(await receivePdf(ctx, sourceId, await drawPaper(reading))), reading };
  return (await transact(ctx, (tx) => storeDocument(tx, { intakeId: sourceId, received, differences: [] }))).id;
}

/** Shows the findings of these codes to the customer, as a staff member does. */
export async function showFindings(
  harness: Harness,
  { consultationId, token, codes }: { consultationId: string; token: string; codes?: readonly string[] },
): Promise<ReportCheckView> {
  const path = `/api/staff/v1/cases/${consultationId}/report-check`;
  const { body: check } = await harness.call('GET', path, { token });
  const wanted = (check as ReportCheckView).findings.filter(({ code }) => codes?.includes(code) ?? true);
  const body = { fingerprint: check.fingerprint, finding_ids: wanted.map(({ id }) => id) };
  const answer = await harness.call('POST', `${path}/release`, { token, body });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body as ReportCheckView;
}
