import type { Ctx, Tx } from '#context';
import { messagePurposes, queueMessage } from '#modules/customers';
import { requestLive } from '#modules/partners';
import { listAdministrators } from '#modules/staff';
import { transact } from '#platform/db';
import { AppError } from '#platform/errors';
import { getGoLive } from './get-go-live.ts';
import type { GoLive } from './schemas.ts';

type Asking = { readonly institutionId: string; readonly userId: string };

/** Asks staff for live mode, once everything of the list was done. Asking again changes nothing. */
export async function askForLive(ctx: Ctx, { institutionId, userId }: Asking): Promise<GoLive> {
  const { steps, live_requested_at: requestedAt } = await getGoLive(ctx, institutionId);
  const missing = steps.filter(({ done }) => !done).map(({ step }) => step);
  if (requestedAt === null && missing.length > 0) throw goLiveIncomplete(missing);
  await transact(ctx, async (tx) => {
    const { isFirst } = await requestLive(tx, { institutionId, userId });
    if (isFirst) await notifyAdministrators(tx, institutionId);
  });
  return getGoLive(ctx, institutionId);
}

/** Only they open live mode. The institution's name was typed by its owner, so the board shows it and the mail does not. */
async function notifyAdministrators(tx: Tx, institutionId: string): Promise<void> {
  const administrators = await listAdministrators(tx);
  const mail = {
    language: 'en',
    subject: 'An institution asks for live mode',
    paragraphs: [
      `The institution ${institutionId} signed itself up, has done everything of the go-live list in its sandbox, and asks for live mode.`,
      'It waits until an administrator opens it, under Institutions on the board.',
    ],
    button: { words: 'Open the board', url: `${tx.config.publicBaseUrl}/board/admin/institutions/${institutionId}` },
    why: 'You get this because you are an administrator of the service.',
  } as const;
  queueMessage(
    tx,
    ...administrators.map(({ id, email }) => ({
      purpose: messagePurposes.liveRequested,
      subjectId: institutionId,
      subjectVersion: id,
      content: { channel: 'email', to: email, mail } as const,
    })),
  );
}

const goLiveIncomplete = (missing: readonly string[]) =>
  new AppError('go_live_incomplete', 'Not everything of the go-live list is done yet.', {
    status: 409,
    details: { missing },
  });
