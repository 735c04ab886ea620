import { useState, type FormEvent } from 'react';
import type { Case } from '#api/types.ts';
import { toDollars } from '#lib/money.ts';
import { isEmpty, parseParts, partMembers, type Typed } from '#lib/offer-parts.ts';
import { useAction } from '#board/action.tsx';
import { useShortcuts } from '#ui/shortcuts.ts';
import { PartsFields } from './parts-fields.tsx';

type OfferFormProps = { readonly caseDetail: Case };

/** The first offer as the owner reads it out, at any time and not only with the settlement. */
export function OfferForm({ caseDetail }: OfferFormProps) {
  const [isOpen, setOpen] = useState(false);
  const open = (): void => setOpen(true);
  useShortcuts({ o: isOpen ? undefined : open });
  if (isOpen) return <OpenForm caseDetail={caseDetail} onDone={() => setOpen(false)} />;
  return (
    <button type="button" className="button" onClick={open}>
      {caseDetail.money.offer.value === null ? 'Enter the first offer' : 'Correct the first offer'}{' '}
      <span className="key">O</span>
    </button>
  );
}

function OpenForm({ caseDetail: { card, money }, onDone }: OfferFormProps & { onDone(): void }) {
  const [typed, setTyped] = useState(() => toTyped(money.offer));
  const save = useAction('POST /consultations/{consultation_id}/settlement', 'The first offer is saved.', {
    onSuccess: onDone,
    inline: true,
  });
  const offer = parseParts(typed);
  const ready = offer !== undefined && !isEmpty(offer);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (ready) save.mutate({ path: { consultation_id: card.id }, body: { offer } });
  };
  return (
    <form
      className="grid gap-2"
      aria-label="First offer"
      onSubmit={submit}
      onKeyDown={(event) => event.key === 'Escape' && onDone()}
    >
      <PartsFields legend="First offer" typed={typed} onChange={setTyped} isFocused />
      {save.error !== null && (
        <p role="alert" className="text-bad">
          {save.error.message}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <button type="submit" className="button-main" disabled={!ready || save.isPending}>
          Save the first offer
        </button>
        <button type="button" className="button" onClick={onDone}>
          Cancel
        </button>
      </div>
    </form>
  );
}

/** What the team said before: it is replaced as a whole, so it is there to be corrected. */
const toTyped = (offer: Case['money']['offer']): Typed =>
  Object.fromEntries(
    partMembers.flatMap((member) => {
      const part = offer[names[member]];
      return part?.from === 'staff' ? [[member, String(toDollars(part.cents))]] : [];
    }),
  );

const names = {
  value_cents: 'value',
  tax_cents: 'tax',
  fees_cents: 'fees',
  other_cents: 'other',
  deductible_cents: 'deductible',
  total_cents: 'total',
} as const;
