import type { Tenant } from '#modules/partners';
import { prepared, type Db, type TxDb } from '#platform/db';

export type SentDocument = {
  readonly documentId: string;
  readonly fileName: string;
  readonly userId: string;
  readonly sentAt: Date;
};

const insert = prepared<
  [
    institutionId: string,
    livemode: boolean,
    referralId: string,
    documentId: string,
    fileName: string,
    userId: string,
    sentAt: Date,
  ],
  never
>(
  'referrals.insert-sent-document',
  `insert into referrals.sent_documents (institution_id, livemode, referral_id, document_id, file_name, user_id, sent_at)
   values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
);

/** Sending the same file again keeps the first record. */
export function insertSentDocument(
  db: TxDb,
  { institutionId, livemode }: Tenant,
  { referralId, documentId, fileName, userId, sentAt }: SentDocument & { readonly referralId: string },
): void {
  db.write(insert(institutionId, livemode, referralId, documentId, fileName, userId, sentAt));
}

const columns = 'document_id as "documentId", file_name as "fileName", user_id as "userId", sent_at as "sentAt"';

// A case has ten documents at most.
const list = prepared<[institutionId: string, livemode: boolean, referralId: string], SentDocument>(
  'referrals.list-sent-documents',
  `select ${columns} from referrals.sent_documents where institution_id = $1 and livemode = $2 and referral_id = $3
   order by sent_at, document_id limit 10`,
);

export const listSentDocuments = (db: Db, { institutionId, livemode }: Tenant, referralId: string) =>
  db.many(list(institutionId, livemode, referralId));

const one = prepared<
  [institutionId: string, livemode: boolean, referralId: string, documentId: string],
  { documentId: string }
>(
  'referrals.find-sent-document',
  `select document_id as "documentId" from referrals.sent_documents
   where institution_id = $1 and livemode = $2 and referral_id = $3 and document_id = $4`,
);

export const findSentDocument = (
  db: Db,
  { institutionId, livemode }: Tenant,
  { referralId, documentId }: { referralId: string; documentId: string },
) => db.find(one(institutionId, livemode, referralId, documentId));
