import { useState } from 'react';
import type { ResponseOf, Suppression } from '#api/types.ts';
import { formatDateTime } from '#lib/format.ts';
import { ActionButton, useAction } from '#board/action.tsx';
import { Form, problemOf, TextField } from '#ui/form.tsx';
import { Section } from '#ui/section.tsx';

type Listing = ResponseOf<'POST /do-not-contact/lookup'>;
type Found = { readonly contact: string; readonly listing: Listing };

export const toContactBody = (contact: string) => (contact.includes('@') ? { email: contact } : { phone: contact });

/** Looks a contact up on the do-not-contact list, and adds it. The list holds fingerprints, so it cannot be shown. */
export function DoNotContactTab() {
  const [contact, setContact] = useState('');
  const [found, setFound] = useState<Found>();
  const [suppressed, setSuppressed] = useState<Suppression>();
  const typed = contact.trim();
  const lookUp = useAction('POST /do-not-contact/lookup', 'Looked up.', {
    onSuccess: (listing) => setFound({ contact: typed, listing }),
    inline: true,
  });
  return (
    <Section title="Do-not-contact list" note="stores only fingerprints of contacts; enter a contact to look it up">
      <Form
        label="Look up a contact"
        submit="Look up"
        ready={typed !== ''}
        pending={lookUp.isPending}
        error={lookUp.error}
        members={['email', 'phone']}
        onSubmit={() => {
          setFound(undefined);
          setSuppressed(undefined);
          lookUp.mutate({ body: toContactBody(typed) });
        }}
      >
        <TextField
          label="Email or phone"
          maxLength={254}
          value={contact}
          problem={problemOf(lookUp.error, 'email') ?? problemOf(lookUp.error, 'phone')}
          onChange={(text) => {
            setContact(text);
            setFound(undefined);
          }}
        />
      </Form>
      {found !== undefined && <ListingResult found={found} onAdded={setSuppressed} />}
      {suppressed !== undefined && <SuppressedContacts suppression={suppressed} />}
    </Section>
  );
}

const sources: Readonly<Record<NonNullable<Listing['source']>, string>> = {
  staff: 'added by the team',
  call: 'requested on a call',
  stop_reply: 'the person texted STOP',
};

type ListingResultProps = { readonly found: Found; onAdded(suppression: Suppression): void };

function ListingResult({ found: { contact, listing }, onAdded }: ListingResultProps) {
  const { listed, since, source } = listing;
  return (
    <div className="grid gap-2 px-3 pb-3" role="status">
      {listed ? (
        <p>
          <strong>On the list</strong>
          {since !== null && ` since ${formatDateTime(since)}`}
          {source !== null && `: ${sources[source]}`}.{' '}
          {source === 'stop_reply'
            ? 'The person can remove it by texting START. The team can remove it only by marking the reply as not a stop.'
            : 'Permanent: requests made to the team can’t be removed.'}
        </p>
      ) : (
        <p>
          <strong>Not on the list.</strong>
        </p>
      )}
      {(!listed || source === 'stop_reply') && (
        <p>
          <ActionButton
            call="POST /do-not-contact"
            body={toContactBody(contact)}
            success="Added to the do-not-contact list."
            confirm="Never call or message this contact, or any other contact in their cases, again?"
            onSuccess={onAdded}
          >
            Do not contact
          </ActionButton>
        </p>
      )}
    </div>
  );
}

/** The contacts that were suppressed, and a warning if the list is incomplete. */
function SuppressedContacts({ suppression: { listed, unnamed, complete } }: { readonly suppression: Suppression }) {
  return (
    <div className="px-3 pb-3" role="status">
      <p className="font-semibold">On the do-not-contact list:</p>
      <ul className="list-disc pl-5">
        {listed.map(({ contact, typed }, index) => (
          <li key={index}>
            {contact} <span className="text-soft">{typed ? 'as you typed it' : 'from one of their cases'}</span>
          </li>
        ))}
        {unnamed > 0 && <li className="text-soft">{unnamed} more, linked only by their discount</li>}
      </ul>
      {!complete && (
        <p className="mt-1 text-bad">
          Too many cases share this contact for it to belong to one person. Contacts not listed here were not changed.
        </p>
      )}
    </div>
  );
}
