import type { Figures } from '#api/types.ts';
import { CasesLink } from './cases-link.tsx';

const stepTitles: Readonly<Record<Figures['funnel'][number]['step'], string>> = {
  asked: 'Requested',
  confirmed: 'Confirmed',
  delivered: 'Delivered',
  accepted: 'Accepted a price',
  paid: 'Paid',
};

/** A bar for each step, drawn inside the table that says the same in numbers. */
export function FunnelChart({ figures }: { readonly figures: Figures }) {
  const asked = figures.funnel[0]?.count ?? 0;
  return (
    <table className="w-full border-collapse text-left">
      <caption className="sr-only">Cases by step</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">Step</th>
          <th scope="col">Bar</th>
          <th scope="col">Cases</th>
          <th scope="col">Share</th>
        </tr>
      </thead>
      <tbody>
        {figures.funnel.map(({ step, count }) => (
          <tr key={step} className="border-b border-line last:border-0">
            <th scope="row" className="w-px px-3 py-1.5 font-normal whitespace-nowrap">
              {stepTitles[step]}
            </th>
            <td>
              <svg className="block h-4 w-full" preserveAspectRatio="none" viewBox="0 0 100 1" aria-hidden>
                <rect width="100" height="1" className="fill-ground" />
                <rect width={asked === 0 ? 0 : (count / asked) * 100} height="1" className="fill-accent" />
              </svg>
            </td>
            <td className="w-px px-3 text-right font-semibold">
              <CasesLink figures={figures} filter={{ step }}>
                {count.toLocaleString('en-US')}
              </CasesLink>
            </td>
            <td className="w-px pr-3 text-right whitespace-nowrap text-soft">
              {asked === 0 ? '–' : `${Math.round((count / asked) * 100)} %`}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
