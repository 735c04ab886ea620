// When people may be called and texted, per jurisdiction, with the source of each rule. No lawyer has reviewed this table. Where sources
// disagree it has the stricter rule. A change needs a new `tableVersion` (jurisdictions-data.test.ts).
import { federalHolidays, type HolidayName } from './holidays.ts';
import type { Jurisdiction, Period, Span, Week } from './jurisdiction.ts';

/** Version of the rules below, stored with every call and text. */
export const tableVersion = '2026-11-16.1';

const week = (weekday: Span, saturday: Span = weekday, sunday: Span = weekday): Week => [
  sunday,
  weekday,
  weekday,
  weekday,
  weekday,
  weekday,
  saturday,
];

type Entry = Pick<Jurisdiction, 'citation' | 'source' | 'confirmed'> & {
  readonly week: Week;
  readonly from?: string;
  readonly holidays?: readonly HolidayName[];
  readonly later?: Period;
  readonly per24h?: number;
  readonly notes?: string;
};

const asOf = '2026-11-16';
const vendors = 'https://www.dropcowboy.com/state-compliance';
const federalWeek = week([8, 21]);

/** The citation for jurisdictions without stricter hours, whose source quotes it. */
const federalCitation = '47 CFR 64.1200(c)(1)';
const federalSource = 'https://www.nwdebtresolution.com/post/telephone-consumer-protection-act-call-time-restrictions';

const noCallsOn = (...own: HolidayName[]): readonly HolidayName[] => [...federalHolidays, ...own];

const pennsylvaniaHolidays = noCallsOn(
  ...(['Lincoln’s Birthday', 'Good Friday', 'Flag Day', 'Election Day', 'Bill of Rights Day'] as const),
);

/** Jurisdictions whose own rules are stricter than the federal ones, or cite them. */
const own: Readonly<Record<string, Entry>> = {
  AL: {
    week: week([8, 20], [8, 20], null),
    holidays: noCallsOn('Mardi Gras', 'Confederate Memorial Day', 'Jefferson Davis’s Birthday', 'Rosa Parks Day'),
    citation: 'Ala. Admin. Code r. 770-X-5-.17(1)(b); Ala. Code § 1-3-8 (holidays)',
    source:
      'https://d1tvxue8o4w0fl.cloudfront.net/regulation/alabama-administrative-code/title-770-alabama-public-service-commission/chapter-770-x-5-telephone-rules/section-770-x-5-17-live-and-automated-solicitations-and-announcements',
    confirmed: 'law_read',
    notes:
      'The text that was read is about automated solicitations; taken for every call and text. Mardi Gras is a holiday in two counties only and Rosa Parks Day a local option: taken for the whole state.',
  },
  CT: {
    week: week([9, 20]),
    from: '2023-10-01',
    citation: 'Conn. Gen. Stat. § 42-288a, as amended by P.A. 23-98',
    source: vendors,
    confirmed: 'vendor_table',
    notes: 'One older vendor table says 9 to 21; the stricter. The hours in the statute were not read.',
  },
  FL: {
    week: week([8, 20]),
    from: '2021-07-01',
    per24h: 3,
    citation: 'Fla. Stat. § 501.616(6)',
    source: 'https://flsenate.gov/Session/Bill/2021/1120/BillText/Filed/HTML',
    confirmed: 'law_read',
  },
  KY: {
    week: week([10, 21]),
    citation: 'KRS 367.46955',
    source: vendors,
    confirmed: 'vendor_table',
    notes: 'All tables agree; the subsection with the hours was not read.',
  },
  LA: {
    week: week([8, 20], [8, 20], null),
    holidays: noCallsOn(
      ...(['Battle of New Orleans', 'Mardi Gras', 'Good Friday', 'Huey P. Long Day'] as const),
      ...(['All Saints’ Day', 'General Election Day'] as const),
    ),
    citation: 'LPSC General Order R-29617 § V(A); La. R.S. 1:55 (holidays); La. R.S. 45:811',
    source: 'https://dnc.com/holiday-alerts?year=2023',
    confirmed: 'reported',
    notes:
      'The order was read as quoted by a compliance service; R.S. 1:55 was read. By the order no consent is an exemption. Not in the table: holidays that the governor proclaims, the ban on all solicitation during an emergency (La. R.S. 45:844.31), and Saturdays, which R.S. 1:55 makes holidays in some parishes while the order counts them as calling days.',
  },
  MA: {
    week: week([8, 20]),
    citation: '201 CMR 12.02(2); M.G.L. c. 159C § 3',
    source: 'https://regulations.justia.com/states/massachusetts/201-cmr/title-201-cmr-12-00/section-12-02',
    confirmed: 'law_read',
  },
  MD: {
    week: week([8, 20]),
    from: '2024-01-01',
    per24h: 3,
    citation: 'Md. Stop the Spam Calls Act of 2023 (S.B. 90)',
    source: 'https://www.dnc.com/index.php/news/maryland-governor-signs-stop-spam-calls-act-2023-law',
    confirmed: 'reported',
  },
  MI: {
    week: week([9, 21]),
    citation: 'MCL 445.111 et seq.',
    source: vendors,
    confirmed: 'vendor_table',
    notes: 'No hours were found in the sections that were read.',
  },
  MN: {
    week: week([9, 21]),
    citation: 'Minn. Stat. § 325E.30',
    source: vendors,
    confirmed: 'vendor_table',
    notes: 'The section itself was not found.',
  },
  MS: {
    week: week([8, 20], [8, 20], null),
    citation: 'Miss. Code Ann. §§ 77-3-723(1), 77-3-603(a)',
    source: 'https://getpocketlaw.com/law/state_mississippi/section-77-3-723-rules-for-authorized-calls_57b73fa7ff73',
    confirmed: 'law_read',
    notes:
      'The ban on legal holidays was a rule of the Public Service Commission and was repealed in 2024. The statute says Central Standard Time; read as the time in Mississippi.',
  },
  NJ: {
    week: week([8, 20]),
    citation: 'N.J.S.A. 56:8-119 et seq.',
    source:
      'https://support.referrizer.com/en/category/text-campaigns/article/tcpa-quiet-hours-and-state-specific-rules-for-text-campaigns',
    confirmed: 'vendor_table',
    notes: 'One vendor alone says so; others have the federal hours. The stricter.',
  },
  NM: {
    week: week([9, 21]),
    citation: 'N.M. Stat. § 57-12-22(B)(5)',
    source: 'https://law.justia.com/codes/new-mexico/2006/nmrc/jd_57-12-22-13117.html',
    confirmed: 'law_read',
    notes: 'The text that was read is of 2006; tables of 2025 agree with it.',
  },
  NV: {
    week: week([9, 20]),
    citation: 'NRS 598.0918',
    source: vendors,
    confirmed: 'vendor_table',
    notes: 'The section was not read. NRS 597.814, read, has 9 to 21 for recorded messages.',
  },
  OK: {
    week: week([8, 20]),
    from: '2022-11-01',
    per24h: 3,
    citation: 'Okla. Stat. tit. 15, § 775C.4 (H.B. 3168)',
    source: 'https://dnc.dreamhosters.com/?p=1309',
    confirmed: 'reported',
  },
  PA: {
    week: week([8, 21], [8, 12], [8, 21]),
    from: '2019-12-03',
    holidays: pennsylvaniaHolidays,
    later: { effectiveFrom: '2026-10-18', week: week([9, 19], [9, 12], null), holidays: pennsylvaniaHolidays },
    citation: '73 P.S. § 2245(a)(10) (holidays); S.B. 992 of 2025 (Sundays and hours)',
    source:
      'https://www.pasenategop.com/news/brooks-bill-to-strengthen-protections-against-telemarketers-passes-senate',
    confirmed: 'reported',
    notes:
      'No calls on legal holidays since 3 December 2019. One service says that Sundays are closed from 18 October 2026; the bill that the Senate passed closes them and 19 to 9 on the other days. That it is law could not be confirmed: taken as if it were. One vendor ends Saturdays at noon, since the afternoon is a half-holiday: taken. Lincoln’s Birthday and Bill of Rights Day are in one list each.',
  },
  PR: {
    week: week([9, 21]),
    from: '2003-08-28',
    citation: 'P.R. Law No. 210 of 28 August 2003; P.R. Laws tit. 10, § 4033',
    source:
      'https://www.gaclaw.com/news-publications/archived-news-letters/fall-2003-09-new-puerto-rico-telemarketing-law/',
    confirmed: 'reported',
  },
  RI: {
    week: week([9, 18], [10, 17], null),
    holidays: noCallsOn('Rhode Island Independence Day', 'Victory Day', 'General Election Day'),
    citation: 'R.I. Gen. Laws §§ 5-61-2(2), 5-61-3.6; § 25-1-1 (holidays)',
    source: 'https://instalawyer.io/laws/rhode-island-general-laws/section-5-61-2-definitions',
    confirmed: 'law_read',
    notes:
      'The law lists weekdays and Saturday; a Sunday is not listed and so is closed, although one vendor has Sundays 10 to 17. Holidays are taken on Saturdays too.',
  },
  TN: {
    week: federalWeek,
    citation: 'Tenn. Comp. R. & Regs. 1220-04-11-.02(1)',
    source: 'https://www.law.cornell.edu/regulations/tennessee/Tenn-Comp-R-Regs-1220-04-11-.02',
    confirmed: 'law_read',
  },
  TX: {
    week: week([9, 21], [9, 21], [12, 21]),
    citation: 'Tex. Bus. & Com. Code § 301.051(b)(2); S.B. 140 of 2025 (texts)',
    source:
      'https://support.referrizer.com/en/category/text-campaigns/article/tcpa-quiet-hours-and-state-specific-rules-for-text-campaigns',
    confirmed: 'vendor_table',
    notes: 'Several reports agree; the subsection with the hours was not read.',
  },
  UT: {
    week: week([8, 21], [8, 21], null),
    holidays: noCallsOn('Good Friday', 'Easter Sunday', 'Juneteenth in Utah', 'Pioneer Day'),
    citation: 'Utah Code §§ 13-25a-103(3), 63G-1-301 (holidays)',
    source: 'https://codes.findlaw.com/ut/title-13-commerce-and-trade/ut-code-sect-13-25a-103/',
    confirmed: 'law_read',
    notes:
      'The list of holidays that was read is superseded on 1 January 2027; the later one was not found. Days that the governor or the president proclaims are not in the table.',
  },
  VA: {
    week: federalWeek,
    citation: 'Va. Code § 59.1-511',
    source: 'https://grokipedia.com/page/Virginia_Telephone_Privacy_Protection_Act',
    confirmed: 'reported',
  },
  WA: {
    week: week([8, 20]),
    citation: 'RCW 19.158.040(2)',
    source: 'https://app.leg.wa.gov/RCW/default.aspx?cite=19.158.040',
    confirmed: 'law_read',
  },
  WY: {
    week: week([8, 20]),
    citation: 'Wyo. Stat. § 40-12-302',
    source: 'https://glama.ai/mcp/connectors/com.modernmustardseed/call-desk/tools/can_i_call_now',
    confirmed: 'vendor_table',
    notes: 'The subsection with the hours was not read.',
  },
};

/** State rules for recorded messages or automatic dialing only; our calls are dialed by people, and we send no recorded messages. */
const otherRules: Readonly<Record<string, string>> = {
  IL: 'Illinois has stricter hours for recorded messages, and for sellers of securities (815 ILCS 5/8b).',
  ME: 'Maine has weekdays 9 to 17 for automated calls only.',
  NE: 'Nebraska has 13 to 21 on Sundays and holidays for recorded messages only.',
  SD: 'South Dakota has weekdays 9 to 21 for automatic dialing with recorded messages only (SDCL 37-30-28).',
};

const names =
  'AL Alabama|AK Alaska|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DE Delaware|' +
  'DC District of Columbia|FL Florida|GA Georgia|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|KS Kansas|KY Kentucky|' +
  'LA Louisiana|ME Maine|MD Maryland|MA Massachusetts|MI Michigan|MN Minnesota|MS Mississippi|MO Missouri|MT Montana|' +
  'NE Nebraska|NV Nevada|NH New Hampshire|NJ New Jersey|NM New Mexico|NY New York|NC North Carolina|ND North Dakota|OH Ohio|' +
  'OK Oklahoma|OR Oregon|PA Pennsylvania|RI Rhode Island|SC South Carolina|SD South Dakota|TN Tennessee|TX Texas|UT Utah|' +
  'VT Vermont|VA Virginia|WA Washington|WV West Virginia|WI Wisconsin|WY Wyoming|PR Puerto Rico|VI U.S. Virgin Islands|' +
  'GU Guam|MP Northern Mariana Islands|AS American Samoa';

const federalOnly = (code: string): Entry => ({
  week: federalWeek,
  citation: federalCitation,
  source: federalSource,
  confirmed: 'no_own_rule_found',
  ...(otherRules[code] === undefined ? {} : { notes: otherRules[code] }),
});

function toJurisdiction(code: string, name: string): Jurisdiction {
  const entry = own[code] ?? federalOnly(code);
  const first = { effectiveFrom: entry.from ?? null, week: entry.week, holidays: entry.holidays ?? [] };
  return {
    code,
    name,
    periods: entry.later === undefined ? [first] : [first, entry.later],
    per24h: entry.per24h,
    exemptions: [],
    citation: entry.citation,
    source: entry.source,
    asOf,
    confirmed: entry.confirmed,
    reviewedBy: null,
    notes: entry.notes,
  };
}

/** The 50 states, the District of Columbia and the territories. */
export const jurisdictions: readonly Jurisdiction[] = names
  .split('|')
  .map((entry) => toJurisdiction(entry.slice(0, 2), entry.slice(3)));
