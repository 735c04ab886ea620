import { prepared, type Db } from '#platform/db';

const contacts = prepared<[institutionIds: readonly string[]], { id: string; email: string }>(
  'partners.list-technical-contacts',
  `select id, technical_contact_email as email from partners.institutions
   where id = any($1::text[]) and technical_contact_email is not null`,
);

export const listContactRows = (db: Db, institutionIds: readonly string[]) => db.many(contacts(institutionIds));
