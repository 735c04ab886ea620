import type { Ctx } from '#context';
import { addDays } from '#lib/time/dates';
import { requestNotFound } from './errors.ts';
import { callDays, contentAad, contentDays, type CallContent, type StoredBody } from './rules.ts';
import type { RequestContent, RequestDetail } from './schemas.ts';
import { findRequestRow, type LogKey } from './store.ts';
import { toRequest } from './to-request.ts';

/** One call, in test mode with headers and bodies; not found for another institution and in the other mode. */
export async function getRequest(ctx: Ctx, key: LogKey & { readonly id: string }): Promise<RequestDetail> {
  const now = ctx.clock.now();
  const row = await findRequestRow(ctx.db, key, {
    since: addDays(now, -callDays),
    contentSince: addDays(now, -contentDays),
  });
  if (row === undefined) throw requestNotFound();
  const { sealed_content: encrypted } = row;
  if (encrypted === null) return { ...toRequest(row), content: null };
  return {
    ...toRequest(row),
    content: toShown(JSON.parse(ctx.vault.decrypt(encrypted, contentAad(row.id))) as CallContent),
  };
}

const toShown = ({ target, headers, requestBody, responseBody }: CallContent): RequestContent => ({
  target,
  headers: headers.flatMap((name, index) => (index % 2 === 0 ? [{ name, value: headers[index + 1] ?? '' }] : [])),
  request_body: toBody(requestBody),
  response_body: toBody(responseBody),
});

/** A character that was cut at the end is left out. */
function readText(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: true });
  } catch {
    return null;
  }
}

function toBody(stored: StoredBody | null): RequestContent['request_body'] {
  if (stored === null) return null;
  const bytes = Buffer.from(stored.bytes, 'base64');
  return {
    text: readText(bytes),
    base64: stored.bytes,
    bytes: stored.length,
    truncated: stored.length > bytes.length,
  };
}
