import { toCsv } from '#lib/csv/csv';
import { centsToText } from '#lib/numbers/money';
import { holdFigures, type Figures } from './schemas.ts';

/** Every figure of a period as rows of part, whose, what and value. */
export function writeFiguresCsv(figures: Figures): string {
  const { funnel, first_call: first, improvement, exposure } = figures;
  return toCsv([
    ['part', 'of', 'figure', 'value'],
    ['period', figures.range, 'from', figures.from],
    ['period', figures.range, 'to', figures.to],
    ['period', figures.range, 'zone', figures.zone],
    ...funnel.map(({ step, count }) => ['funnel', '', step, count]),
    ['first_call', '', 'called', first.called],
    ['first_call', '', 'median_seconds', first.median_s ?? ''],
    ['improvement', '', 'cases_known', improvement.known],
    ['improvement', '', 'cases_unknown', improvement.unknown],
    ['improvement', '', 'won_usd', centsToText(improvement.won_cents)],
    ['improvement', '', 'cases_with_gap', improvement.with_gap],
    ['improvement', '', 'cases_without_gap', improvement.without_gap],
    ['improvement', '', 'promised_usd', centsToText(improvement.promised_cents)],
    ['improvement', '', 'won_with_gap_usd', centsToText(improvement.won_with_gap_cents)],
    ...(exposure === null ? [] : listExposure(exposure)),
    ...figures.holds.flatMap(({ product, ...hold }) =>
      holdFigures.flatMap((state) => [
        ['holds', product, state, hold[state]],
        [
          'holds',
          product,
          state === 'captured' ? 'captured_net_usd' : `${state}_usd`,
          centsToText(hold[`${state}_cents`]),
        ],
      ]),
    ),
    ...figures.people.flatMap(({ name, calls, reached, outcomes }) => [
      ['people', name, 'calls', calls],
      ['people', name, 'reached', reached],
      ...outcomes.map(({ outcome, count }) => ['people', name, outcome, count]),
    ]),
    ...figures.reach.flatMap(({ weekday, hour, calls, reached }) => [
      ['reach', `weekday ${weekday} hour ${hour}`, 'calls', calls],
      ['reach', `weekday ${weekday} hour ${hour}`, 'reached', reached],
    ]),
    ...figures.origins.flatMap(({ kind, name, asked, confirmed, delivered, settled, paid, captured_cents: cents }) => [
      ...Object.entries({ asked, confirmed, delivered, settled, paid }).map(([step, count]) => [
        kind,
        name,
        step,
        count,
      ]),
      [kind, name, 'captured_net_usd', centsToText(cents)],
    ]),
  ]);
}

const listExposure = (exposure: NonNullable<Figures['exposure']>): (string | number)[][] => [
  ['exposure', '', 'cases_known', exposure.known],
  ['exposure', '', 'cases_unknown', exposure.unknown],
  ...(['before', 'after', 'reduction', 'growth', 'surplus', 'beyond_program'] as const).map((name) => [
    'exposure',
    '',
    `${name}_usd`,
    centsToText(exposure[`${name}_cents`]),
  ]),
];
