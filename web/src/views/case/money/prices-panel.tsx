import type { Payment } from '#api/types.ts';
import { formatCents } from '#lib/money.ts';

const names = { consultation: 'Consultation', research: 'Research', representation: 'Representation' } as const;

/** What things cost and who pays them, for the moment in which the script says to say it. */
export function PricesPanel({ payment }: { readonly payment: Payment }) {
  return (
    <section className="panel p-3" aria-labelledby="prices">
      <h2 id="prices" className="panel-title">
        Prices and who pays
      </h2>
      <p className="mt-1 font-semibold">{payment.who}</p>
      {payment.plan !== null && <p className="text-soft">Plan: {payment.plan}</p>}
      <table className="mt-1 w-full text-left">
        <caption className="sr-only">What the owner pays for each service</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">Service</th>
            <th scope="col">Price</th>
            <th scope="col">When it is charged</th>
          </tr>
        </thead>
        <tbody>
          {payment.items.map((item) => (
            <tr key={item.name} className="align-top">
              <th scope="row" className="py-0.5 pr-3 font-medium">
                {names[item.name]}
              </th>
              <td className="py-0.5 pr-3 font-bold whitespace-nowrap">
                {item.list_cents === 0 ? 'free' : formatCents(item.price_cents)}
                <Reductions item={item} />
              </td>
              <td className="py-0.5 text-soft">{item.charged === 'free' ? '' : item.charged}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Reductions({ item }: { readonly item: Payment['items'][number] }) {
  const { list_cents: list, discount_cents: discount, institution_cents: institution } = item;
  if (discount === 0 && institution === 0) return null;
  return (
    <span className="block text-[0.85em] font-normal text-soft max-sm:whitespace-normal">
      {formatCents(list)} less {formatCents(discount + institution)}
      {institution > 0 ? ' the institution pays' : ' discount'}
    </span>
  );
}
