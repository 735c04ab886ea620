import { randomBase62 } from '#lib/tokens/base62';
import { sql, transact, typed } from '#platform/db';
import type { Harness } from '#test/harness';
import { testMail, testPurpose } from '#test/fixtures/test-messages';
import { queueMessage } from './messages/queue-message.ts';
import type { MessageDraft } from './rules.ts';

type GivenMessage = { readonly subjectId: string; readonly to: string };

/** Queues an email to an address that no other test uses. */
export async function givenMessage(
  { ctx }: Harness,
  changes: { subjectId?: string; content?: MessageDraft } = {},
): Promise<GivenMessage> {
  const to = `owner-${randomBase62(10).toLowerCase()}@example.com`;
  const subjectId = changes.subjectId ?? `sub_${randomBase62(24)}`;
  const content: MessageDraft = changes.content ?? {
    channel: 'email',
    to,
    mail: testMail(),
  };
  await transact(ctx, async (tx) => queueMessage(tx, { purpose: testPurpose, subjectId, content }));
  return { subjectId, to: content.to };
}

/** The rows of the messages about one consultation. */
export const messageRows = ({ ctx }: Harness, subjectId: string) =>
  ctx.db.many(
    typed(sql.selectFrom('customers.messages').selectAll().where('subject_id', '=', subjectId).orderBy('id')),
  );
