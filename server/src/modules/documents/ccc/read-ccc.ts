import { findTextValues, readSum } from '../contents/contents.ts';
import type { Draft, FamilyReading } from '../contents/family-schemas.ts';
import {
  cutSections,
  present,
  textOf,
  toPrintedOrNothing,
  toRows,
  wordsOf,
  type Found,
  type Headings,
  type Precision,
} from '../contents/rules.ts';
import { cccSum } from '../contents/sum-data.ts';
import { labelMaps } from '../extraction/label-data.ts';
import { readDate, readMiles } from '../extraction/rules.ts';
import type { Word } from '../extraction/word-tables.ts';
import { readCccCondition, readCccVehicle } from './ccc.ts';
import { readCccComparables } from './read-ccc-comparables.ts';

const blocks =
  /^(?:REPORT SUMMARY|CLAIM INFORMATION|INSURANCE INFORMATION|VALUATION SUMMARY|VALUATION METHODOLOGY|VEHICLE INFORMATION|VEHICLE DETAILS|VEHICLE ALLOWANCES|VEHICLE EQUIPMENT|VEHICLE HISTORY.*|VEHICLE CONDITION(?:\/REFURBISHMENTS)?|COMPONENT CONDITION|TITLE, REGISTRATION.*FEES|FEES|(?:ADDITIONAL )?COMPARABLE VEHICLES|VALUATION NOTES|SUPPLEMENTAL INFORMATION)$/;

/** Data is left of it, prose and captions right of it. */
const dataEnd = 405;

/** Headings begin at 36 to 73, further right when a page was made to fit another paper size. */
const headings: Headings = { pattern: blocks, leftMost: 110, alone: dataEnd };

type About = { readonly precision: Precision; readonly ocr: boolean };

/** A report laid out as those of CCC ONE; undefined when its blocks are missing. */
export function readCcc(words: readonly Word[], about: About): FamilyReading | undefined {
  const { precision, ocr } = about;
  const data = words.filter(({ x }) => x < dataEnd);
  const sections = cutSections(data, headings, precision);
  const named = (name: RegExp) => sections.some((section) => name.test(section.name));
  if (!named(/^CLAIM INFORMATION$/) || !named(/^INSURANCE INFORMATION$/)) return undefined;
  const claim = wordsOf(sections, /^(?:CLAIM|INSURANCE) INFORMATION$/);
  const details = wordsOf(sections, /^VEHICLE DETAILS$/);
  const top = Math.min(...claim.map(({ y }) => y));
  const [page = 1] = claim.map((word) => word.page);
  // The company is above the blocks, at the right.
  const head = words.filter((word) => word.page === page && word.y < top - 20);
  const firstSum = sections.find(({ name }) => name === 'VALUATION SUMMARY');
  const odometer = findTextValues(claim, labelMaps.ccc.odometer, readMiles);
  const condition = readCccCondition(
    toRows(wordsOf(sections, /^(?:VEHICLE|COMPONENT) CONDITION/), precision),
    precision,
  );
  const { comparables, ownOdometers } = readCccComparables(
    {
      data: toRows(wordsOf(sections, /COMPARABLE VEHICLES$/), precision),
      side: toRows(besideComparables(words, sections), precision),
    },
    about,
  );
  const printed = <T>(found: Found<T> | undefined) => toPrintedOrNothing(found, ocr);
  const draft: Draft = present({
    report_date: printed(findTextValues(claim, [{ pattern: 'Last Updated' }], readDate)),
    sum: [...(readSum(toRows(firstSum?.words ?? [], precision), cccSum, about)?.lines ?? [])],
    condition_total: printed(condition.total),
    condition: condition.rows.map((row) => present({ ...row, cents: printed(row.cents) })),
    comparables: [...comparables],
  });
  return {
    several: sections.filter(({ name }) => name === 'CLAIM INFORMATION').length > 1 || hasMitchell(words, precision),
    own: [...head, ...claim, ...details],
    vehicle: readCccVehicle({ claim: toRows(claim, precision), details: toRows(details, precision) }, precision),
    draft,
    evidence: {
      family: 'ccc',
      ownOdometer: odometer?.value,
      ownOdometers: ownOdometers.map(({ value }) => value),
      table: [],
    },
  };
}

/** The other system writes the same heading in small letters. */
const hasMitchell = (words: readonly Word[], precision: Precision): boolean =>
  toRows(words, precision).some((row) => textOf(row.words) === 'Claim Information');

/** The right column of the pages that show comparable vehicles. */
function besideComparables(
  words: readonly Word[],
  sections: readonly { name: string; words: readonly Word[] }[],
): Word[] {
  const pages = new Set(wordsOf(sections, /COMPARABLE VEHICLES$/).map(({ page }) => page));
  return words.filter(({ x, y, page }) => x >= dataEnd && pages.has(page) && y > sideTop);
}

/** The subject of the report is above it. */
const sideTop = 65;
