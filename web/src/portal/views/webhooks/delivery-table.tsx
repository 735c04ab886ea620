import type { ReactNode } from 'react';
import { usePortal, usePortalQuery, type Response } from '#portal/api.ts';
import { formatWhen, When } from '#portal/when.tsx';
import { DeliveryLink, EndpointLink } from './places.tsx';
import { stateWords } from './messages.ts';

type Summary = Response<'GET /deliveries'>['data'][number];

type TableProps = {
  readonly rows: readonly Summary[];
  readonly chosen: ReadonlySet<string>;
  onChoose(chosen: ReadonlySet<string>): void;
};

/** Deliveries with a box to choose each; on narrow screens each row becomes a block. */
export function DeliveryTable({ rows, chosen, onChoose }: TableProps) {
  const { may } = usePortal();
  const choosing = may('deliveries.write');
  const { data: endpoints } = usePortalQuery('GET /endpoints');
  const urls = new Map(endpoints?.data.map(({ id, url }) => [id, url]));
  const toggle = (ids: readonly string[], on: boolean): void => {
    const rest = [...chosen].filter((id) => !ids.includes(id));
    onChoose(new Set(on ? [...rest, ...ids] : rest));
  };
  const all = rows.every(({ id }) => chosen.has(id));
  const heads = ['Created', 'Type', 'State', 'Last response', 'Attempts', 'Endpoint'];
  return (
    <div className="overflow-x-auto" role="group" aria-label="Deliveries, table" tabIndex={0}>
      <table className="w-full border-collapse text-left">
        <caption className="sr-only">Deliveries</caption>
        <thead className="max-sm:sr-only">
          <tr className="border-b border-edge">
            {choosing && (
              <th scope="col" className="px-3 py-2">
                <input
                  type="checkbox"
                  aria-label="Select all on this page"
                  checked={all}
                  onChange={() =>
                    toggle(
                      rows.map(({ id }) => id),
                      !all,
                    )
                  }
                />
              </th>
            )}
            {heads.map((head) => (
              <th key={head} scope="col" className="px-3 py-2 font-semibold">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.id} row={row} url={urls.get(row.endpoint_id)}>
              {choosing && (
                <td className="px-3 py-1.5 max-sm:block max-sm:py-0.5">
                  <input
                    type="checkbox"
                    aria-label={`Select ${row.type} of ${formatWhen(row.created_at)}`}
                    checked={chosen.has(row.id)}
                    onChange={() => toggle([row.id], !chosen.has(row.id))}
                  />
                </td>
              )}
            </Row>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type RowProps = { readonly row: Summary; readonly url: string | undefined; readonly children: ReactNode };

function Row({ row, url, children }: RowProps) {
  return (
    <tr className="border-b border-line align-top max-sm:block max-sm:py-2">
      {children}
      <Cell name="Created">
        <DeliveryLink id={row.id}>
          <When at={row.created_at} />
        </DeliveryLink>
      </Cell>
      <Cell name="Type">
        <code className="font-mono break-all">{row.type}</code>
      </Cell>
      <Cell name="State">
        <span className={row.state === 'exhausted' ? 'text-bad' : ''}>{stateWords[row.state]}</span>
        {row.next_attempt_at !== null && (
          <span className="block text-soft">
            next <When at={row.next_attempt_at} />
          </span>
        )}
      </Cell>
      <Cell name="Last response">{row.last_attempt?.cause ?? 'none yet'}</Cell>
      <Cell name="Attempts">{row.attempts}</Cell>
      <Cell name="Endpoint">
        <Endpoint id={row.endpoint_id} url={url} />
      </Cell>
    </tr>
  );
}

/** By where it is; one that was deleted by its id. */
function Endpoint({ id, url }: { readonly id: string; readonly url: string | undefined }) {
  if (url === undefined) return <EndpointLink id={id}>{`…${id.slice(-6)}`}</EndpointLink>;
  const { host, pathname } = new URL(url);
  return (
    <span className="break-all">
      <EndpointLink id={id}>{pathname === '/' ? host : `${host}${pathname}`}</EndpointLink>
    </span>
  );
}

function Cell({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <td className="px-3 py-1.5 max-sm:flex max-sm:gap-3 max-sm:py-0.5">
      <span className="w-24 shrink-0 text-soft sm:hidden" aria-hidden>
        {name}
      </span>
      <span className="min-w-0">{children}</span>
    </td>
  );
}
