import type { Response } from '#portal/api.ts';
import { Section } from '#ui/section.tsx';
import { CountedLink } from './counted-link.tsx';
import { milestones, milestoneWords } from './milestones.ts';
import type { PeriodSearch } from './period.ts';

type FunnelProps = {
  readonly figures: Response<'GET /analytics'>['figures'];
  readonly search: PeriodSearch;
};

/** A bar for each milestone, drawn inside the table with the same numbers. */
export function Funnel({ figures: { referrals }, search }: FunnelProps) {
  const most = Math.max(1, ...milestones.map((step) => referrals[step]));
  return (
    <Section
      title="Referrals"
      note="counted by the date each reached the step; closed referrals may also count as settled"
    >
      <table className="w-full border-collapse text-left">
        <caption className="sr-only">Referrals by step</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">Step</th>
            <th scope="col">Bar</th>
            <th scope="col">Referrals</th>
          </tr>
        </thead>
        <tbody>
          {milestones.map((step) => (
            <tr key={step} className="border-b border-line last:border-0">
              <th scope="row" className="w-px px-3 py-1.5 font-normal whitespace-nowrap">
                {milestoneWords[step]}
              </th>
              <td>
                <svg className="block h-4 w-full" preserveAspectRatio="none" viewBox="0 0 100 1" aria-hidden>
                  <rect width="100" height="1" className="fill-ground" />
                  <rect width={(referrals[step] / most) * 100} height="1" className="fill-accent" />
                </svg>
              </td>
              <td className="w-px px-3 text-right font-semibold">
                <CountedLink milestone={step} search={search} what={milestoneWords[step]}>
                  {referrals[step].toLocaleString('en-US')}
                </CountedLink>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}
