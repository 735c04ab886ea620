import { preparedInsert, type TxDb } from '#platform/db';

const insertLinkRow = preparedInsert('intakes.links', ['hash', 'intake_id', 'via', 'contact', 'created_at']);

export function insertLink(db: TxDb, row: Parameters<typeof insertLinkRow>[0]): void {
  db.write(insertLinkRow(row));
}
