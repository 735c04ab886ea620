import type { Case } from '#api/types.ts';
import { formatDateTime, humanize } from '#lib/format.ts';
import { formatCents } from '#lib/money.ts';
import { useAction } from '#board/action.tsx';
import { CopyButton } from '#ui/copy-button.tsx';

/** The owner's pages with a copy button each, and how their link was sent. */
export function CheckoutLinks({ caseDetail: { card, payments } }: { readonly caseDetail: Case }) {
  const { checkout, link_messages: messages } = payments;
  const send = useAction('POST /consultations/{consultation_id}/checkout-link', 'The link is on its way.');
  // A closed case has no page any more, and nothing to say of it.
  if (checkout === null || card.closed_at !== null) return null;
  if (!payments.provider_configured)
    return <p className="mt-2 text-warn">No card provider is configured, so the owner has no payment page.</p>;
  const links: readonly (readonly [string, string | null])[] = [
    ['Their options', checkout.options_url],
    [
      `Research${checkout.research_cents === null ? '' : `, ${formatCents(checkout.research_cents)}`}`,
      checkout.research_url,
    ],
    [`Representation, ${formatCents(checkout.representation_cents)}`, checkout.representation_url],
  ];
  const open = links.filter(([, url]) => url !== null);
  return (
    <div className="mt-3 border-t border-line pt-2">
      <h3 className="font-semibold">Their page</h3>
      {open.length === 0 && (
        <p className="text-soft">
          {checkout.over
            ? 'This page has expired. The owner can’t accept anything on it.'
            : 'The owner has no choices left on this page.'}
        </p>
      )}
      <ul className="mt-1 grid gap-1">
        {open.map(([title, url]) => (
          <li key={title} className="flex flex-wrap items-center gap-2">
            <span className="min-w-0 flex-1">{title}</span>
            <CopyButton text={url ?? ''} what={`link: ${title}`} />
          </li>
        ))}
      </ul>
      {open.length > 0 && (
        <p className="mt-1 text-[0.9em] text-soft">Open until {formatDateTime(checkout.expires_at)}.</p>
      )}
      <LinkMessages messages={messages} />
      {open.length > 0 && (
        <button
          type="button"
          className="button mt-2"
          disabled={!checkout.may_send || send.isPending}
          onClick={() => send.mutate({ path: { consultation_id: card.id } })}
        >
          {messages.length === 0 ? 'Send the link' : 'Send the link again'}
        </button>
      )}
      {open.length > 0 && !checkout.may_send && (
        <p className="text-[0.9em] text-soft">
          {checkout.sent_at.length >= 5
            ? 'It has been sent five times, the maximum.'
            : 'It was sent a few minutes ago.'}
        </p>
      )}
    </div>
  );
}

function LinkMessages({ messages }: { readonly messages: Case['payments']['link_messages'] }) {
  return (
    <ul className="mt-2 text-[0.9em]">
      {messages.map((message) => (
        <li key={`${message.channel} ${message.at}`} className={isUnsent(message.state) ? 'text-bad' : 'text-soft'}>
          Link by {message.channel === 'text' ? 'text' : 'email'}:{' '}
          {message.held ? 'held until an administrator allows it' : humanize(message.state)},{' '}
          {formatDateTime(message.at)}
        </li>
      ))}
      {messages.length === 0 && <li className="text-soft">The link hasn’t been sent.</li>}
    </ul>
  );
}

const isUnsent = (state: string): boolean => state === 'failed' || state === 'withdrawn';
