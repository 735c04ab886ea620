import type { Ctx } from '#context';
import { contactNames, queueNames, type Contacts } from '#lib/text/contacts';
import { normalizeEmail } from '#lib/text/email';
import { normalizePhone } from '#lib/text/phone';
import { promiseName, recipientNames } from '#modules/customers';

/** Rows that are read at once. */
const rowsPerPage = 500;

/** Where contacts of customers stand in plain text, as an array. */
const sources = [
  { table: 'intakes.intakes', contacts: `array[email, phone] || struck_phones` },
  {
    table: 'referrals.referrals',
    contacts: `array[borrower ->> 'email', borrower ->> 'phone', given_phone, staff_contact ->> 'email', staff_contact ->> 'phone']
      || struck_phones`,
  },
  {
    table: 'plans.enrollments',
    contacts: `array[email, phone, given_phone, staff_contact ->> 'email', staff_contact ->> 'phone'] || struck_phones`,
  },
] as const;

type Found = { readonly id: string; readonly known: readonly string[] };

/** Everything that is fingerprinted of a customer and known in plain text, under every name that it has, page by page. */
export async function* listKnownNames({ db }: Pick<Ctx, 'db'>): AsyncGenerator<string[][]> {
  for (const { table, contacts } of sources)
    for await (const rows of pagesOf(db, table, `array_remove(${contacts}, null)`)) {
      const known = new Set(rows.flatMap((row) => row.known.flatMap(normalize)));
      yield [...known].map((contact) =>
        namesOf(contact.includes('@') ? { email: contact, phone: undefined } : { email: undefined, phone: contact }),
      );
    }
  // A discount that is promised to a case before anybody has proven to be its customer.
  for await (const rows of pagesOf(db, 'consultations.consultations', 'array[id]'))
    yield rows.map(({ id }) => [promiseName(id)]);
}

async function* pagesOf(db: Ctx['db'], table: string, known: string): AsyncGenerator<Found[]> {
  for (let after = ''; ;) {
    const rows = await db.many<Found>({
      text: `select id, ${known}::text[] as known from ${table} where id > $1 order by id limit ${rowsPerPage}`,
      values: [after],
    });
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
    yield rows;
  }
}

const namesOf = (contacts: Contacts): string[] => [
  ...contactNames(contacts),
  ...contactNames({ ...contacts, test: true }),
  ...recipientNames(contacts),
  ...queueNames(contacts),
];

function normalize(contact: string): string[] {
  if (contact.includes('@')) return [normalizeEmail(contact)];
  const phone = normalizePhone(contact);
  return phone === undefined ? [] : [phone];
}
