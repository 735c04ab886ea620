import type { Ctx } from '#context';
import { contactNames, listNames, queueNames, type Contacts } from '#lib/text/contacts';
import { normalizeEmail } from '#lib/text/email';
import { normalizePhone } from '#lib/text/phone';
import { promiseName, recipientNames } from '#modules/customers';

/** Rows per read. */
const rowsPerPage = 500;

/** Where customers' contacts are in plain text, as an array, and on which test list they may be. */
const sources = [
  { table: 'intakes.intakes', contacts: `array[email, phone] || struck_phones`, testOf: 'null' },
  {
    table: 'referrals.referrals',
    contacts: `array[borrower ->> 'email', borrower ->> 'phone', given_phone, staff_contact ->> 'email', staff_contact ->> 'phone']
      || struck_phones`,
    testOf: 'case when not livemode then institution_id end',
  },
  {
    table: 'memberships.enrollments',
    contacts: `array[email, phone, given_phone, staff_contact ->> 'email', staff_contact ->> 'phone'] || struck_phones`,
    testOf: 'null',
  },
] as const;

type Found = { readonly id: string; readonly known: readonly string[]; readonly testOf: string | null };

/** All fingerprinted values of customers that are known in plain text, under each of their names, page by page. */
export async function* listKnownNames({ db }: Pick<Ctx, 'db'>): AsyncGenerator<string[][]> {
  for (const { table, contacts, testOf } of sources)
    for await (const rows of pagesOf(db, table, { known: `array_remove(${contacts}, null)`, testOf })) {
      const names = rows.flatMap((row) => row.known.flatMap(normalize).map((contact) => namesOf(contact, row.testOf)));
      // Many rows have the same contact.
      yield [...new Map(names.map((own) => [own.join('\n'), own])).values()];
    }
  // A discount promised to a case before anybody has proven to be its customer.
  for await (const rows of pagesOf(db, 'consultations.consultations', { known: 'array[id]', testOf: 'null' }))
    yield rows.map(({ id }) => [promiseName(id)]);
}

type Columns = { readonly known: string; readonly testOf: string };

async function* pagesOf(db: Ctx['db'], table: string, { known, testOf }: Columns): AsyncGenerator<Found[]> {
  for (let after = ''; ;) {
    const rows = await db.many<Found>({
      text: `select id, ${known}::text[] as known, (${testOf})::text as "testOf" from ${table}
        where id > $1 order by id limit ${rowsPerPage}`,
      values: [after],
    });
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
    yield rows;
  }
}

function namesOf(contact: string, testOf: string | null): string[] {
  const contacts: Contacts = contact.includes('@')
    ? { email: contact, phone: undefined }
    : { email: undefined, phone: contact };
  return [
    ...contactNames(contacts),
    ...contactNames({ ...contacts, test: true }),
    ...(testOf === null ? [] : listNames({ ...contacts, test: true, testOf })),
    ...recipientNames(contacts),
    ...queueNames(contacts),
  ];
}

function normalize(contact: string): string[] {
  if (contact.includes('@')) return [normalizeEmail(contact)];
  const phone = normalizePhone(contact);
  return phone === undefined ? [] : [phone];
}
