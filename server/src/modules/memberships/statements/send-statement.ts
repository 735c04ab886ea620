import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { centsToPrint } from '#lib/numbers/money';
import type { Mail } from '#lib/mail/mail';
import { messagePurposes, queueMessage } from '#modules/customers';
import { listNoticeRecipients } from '#modules/partners';
import { transact } from '#platform/db';
import { invalidState, noBillingContact, statementNotFound } from '../errors.ts';
import { getStatement, type PrintableStatement } from './get-statement.ts';
import { insertStatementChange, lockStatement } from './paper-store.ts';
import { writeStatementPdf } from './write-statement-pdf.ts';

/** Mails a statement, as PDF, to whom its institution chose for it; messages and record commit together. */
export async function sendStatement(ctx: Ctx, institutionId: string, id: string): Promise<{ ok: true }> {
  const { staffId } = requireStaff(ctx.actor);
  const paper = await getStatement(ctx, institutionId, id);
  const chosen = await listNoticeRecipients(ctx, { notice: 'statements', institutionIds: [institutionId] });
  const recipients = chosen.get(institutionId) ?? [];
  if (recipients.length === 0) throw noBillingContact();
  // Outside the transaction: making a PDF takes a moment.
  const pdf = await writeStatementPdf(paper, ctx.config.team);
  await transact(ctx, async (tx) => {
    const now = await lockStatement(tx.db, institutionId, id);
    if (now === undefined) throw statementNotFound();
    if (now.status === 'void') throw invalidState(now.status);
    const change = { kind: 'sent', staff_id: staffId, at: tx.clock.now(), note: null } as const;
    insertStatementChange(tx.db, { institutionId, id }, change);
    const file = { name: `${paper.statement.number}.pdf`, type: 'application/pdf', base64: pdf.toString('base64') };
    queueMessage(
      tx,
      ...recipients.map((to) => ({
        purpose: messagePurposes.statement,
        subjectId: id,
        subjectVersion: institutionId,
        content: { channel: 'email' as const, to, mail: composeMail(paper), attachments: [file] },
      })),
    );
  });
  return { ok: true };
}

function composeMail({ statement, parties }: PrintableStatement): Mail {
  const { number, period, status, currency, amount_cents: amount, enrollment_count: count } = statement;
  const total = `${centsToPrint(amount)} ${currency}`;
  return {
    language: 'en',
    subject: `Membership statement ${number}`,
    paragraphs: [
      `Statement ${number} for ${period}: ${total} for ${count} ${count === 1 ? 'vehicle' : 'vehicles'}.`,
      status === 'paid' ? 'It is marked as paid.' : `Due on ${statement.due_at.slice(0, 10)}.`,
      ...(parties.remitTo === null || status === 'paid' ? [] : [`Remit to:\n${parties.remitTo}`]),
      'The statement is attached.',
    ],
    why: 'You get this because your institution chose this address for its statements.',
  };
}
