import type { Ctx } from '#context';
import type { Encoding, FileKind } from '#lib/tables/file-format';
import type { Tenant } from '#modules/partners';
import { readParts } from '../reading/read-parts.ts';
import { readStoredRecords } from '../reading/read-stored-records.ts';

type Looked = {
  readonly file: Tenant & {
    readonly id: string;
    readonly kind: FileKind;
    readonly encoding: Encoding;
    readonly parts: number;
  };
  /** Normalized addresses and numbers. */
  readonly contacts: readonly string[];
  readonly vins: readonly string[];
};

/** Longer than anything that is looked for, however it is written. */
const overlap = 400;

/** Whether a stored file has any of these, in whatever column: nobody may have said yet which is which. */
export async function isInFile(ctx: Pick<Ctx, 'objects'>, { file, contacts, vins }: Looked): Promise<boolean> {
  const patterns = [...contacts.map(toPattern), ...vins.map((vin) => `(?<![a-z0-9])${escape(vin)}(?![a-z0-9])`)];
  if (patterns.length === 0) return false;
  const sought = new RegExp(patterns.join('|'), 'i');
  let tail = '';
  for await (const text of readTexts(ctx, file)) {
    const piece = tail + text;
    if (sought.test(piece)) return true;
    tail = piece.slice(-overlap);
  }
  return false;
}

const escape = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`);

/** As people and programs write it; not as the end or the beginning of another. */
function toPattern(contact: string): string {
  if (contact.includes('@')) return `(?<![\\w.!#$%&'*+/=?^\`{|}~-])${escape(contact)}(?![a-z0-9-]|\\.[a-z0-9])`;
  const national = contact.replaceAll(/\D/g, '').slice(-10);
  const digits = national.split('').join('[ ().-]*');
  return `(?<!\\d)(?:\\+?1[ ().-]*)?${digits}(?!\\d)`;
}

async function* readTexts(ctx: Pick<Ctx, 'objects'>, file: Looked['file']): AsyncGenerator<string> {
  if (file.kind === 'xlsx') {
    const format = { kind: file.kind, encoding: file.encoding, delimiter: undefined };
    for await (const rows of readStoredRecords(ctx, { file, format, columns: [] }))
      yield rows.map((cells) => `${cells.join('\n')}\n`).join('');
    return;
  }
  const decoder = new TextDecoder(file.encoding);
  for await (const chunk of readParts(ctx, file)) yield decoder.decode(chunk, { stream: true });
}
