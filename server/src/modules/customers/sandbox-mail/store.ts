import { prepared, type Db } from '#platform/db';

export type SandboxRow = {
  readonly id: string;
  readonly purpose: string;
  readonly subjectId: string;
  readonly sealedContent: Buffer;
  readonly createdAt: Date;
};

const columns = `id, purpose, subject_id as "subjectId", encrypted_content as "sealedContent", created_at as "createdAt"`;

type Page = { readonly below: string | undefined; readonly limit: number };

const newest = prepared<[accountId: string, below: string | null, limit: number], SandboxRow>(
  'customers.list-mailbox',
  `select ${columns} from customers.messages
   where account_id = $1 and state = 'sandbox' and ($2::text is null or id < $2) order by id desc limit $3`,
);

export const listMailboxRows = (db: Db, accountId: string, { below, limit }: Page) =>
  db.many(newest(accountId, below ?? null, limit));

const about = prepared<
  [accountId: string, subjectIds: readonly string[], below: string | null, limit: number],
  SandboxRow
>(
  'customers.list-mailbox-about',
  `select ${columns} from customers.messages
   where account_id = $1 and state = 'sandbox' and subject_id = any($2::text[]) and ($3::text is null or id < $3)
   order by id desc limit $4`,
);

export const listMailboxRowsAbout = (
  db: Db,
  accountId: string,
  { subjectIds, below, limit }: Page & { readonly subjectIds: readonly string[] },
) => db.many(about(accountId, subjectIds, below ?? null, limit));

const aboutAny = prepared<[subjectIds: readonly string[], limit: number], SandboxRow>(
  'customers.list-sandbox-messages-about',
  `select ${columns} from customers.messages
   where state = 'sandbox' and subject_id = any($1::text[]) order by id desc limit $2`,
);

export const listRowsAbout = (db: Db, subjectIds: readonly string[], limit: number) =>
  db.many(aboutAny(subjectIds, limit));

const one = prepared<[accountId: string, id: string], SandboxRow>(
  'customers.find-in-mailbox',
  `select ${columns} from customers.messages where account_id = $1 and state = 'sandbox' and id = $2`,
);

export const findMailboxRow = (db: Db, accountId: string, id: string) => db.find(one(accountId, id));

const old = prepared<[before: Date, limit: number], { id: string }>(
  'customers.purge-mailboxes',
  `delete from customers.messages where state = 'sandbox' and id = any(array(
     select id from customers.messages where state = 'sandbox' and created_at < $1
     order by created_at limit $2 for update skip locked)) returning id`,
);

export const deleteOldMailboxRows = (db: Db, before: Date, limit: number) => db.many(old(before, limit));
