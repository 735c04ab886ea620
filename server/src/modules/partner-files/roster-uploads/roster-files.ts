import type { Ctx, Tx } from '#context';
import { rememberColumns } from '#lib/tables/columns';
import type { Encoding, FileKind } from '#lib/tables/file-format';
import { FileProblem } from '#lib/tables/file-problem';
import type { Tenant } from '#modules/partners';
import { transact } from '#platform/db';
import { validationFailed } from '#platform/errors';
import type { DataSubject } from '#platform/personal-data';
import { fileIn, rosterFileNotFound, somebodyErased } from '../roster-files/errors.ts';
import { deletePlanRows } from '../roster-files/plan-store.ts';
import { readParts, readStoredRecords } from '../roster-reading/reading.ts';
import {
  erasedProblem,
  findMappingProblem,
  partKeys,
  partsMax,
  uploadGoesAt,
  type FileStatus,
  type Mapping,
} from '../roster-files/rules.ts';
import {
  findFile,
  findRemembered,
  listFiles,
  listStoredUploads,
  lockFile,
  noteFile,
  rememberMapping,
  updateFile,
  type RosterFile,
  type StoredUpload,
} from '../roster-files/store.ts';

export async function getRosterFile({ db }: Ctx | Tx, tenant: Tenant, id: string): Promise<RosterFile> {
  const file = await findFile(db, tenant, id);
  if (file === undefined) throw rosterFileNotFound();
  return file;
}

type Page = { readonly before: string | undefined; readonly limit: number };

/** Sorts after every id. */
const last = 'rsf_~';

/** Newest first; `next` is where the list continues. */
export async function listRosterFiles(
  { db }: Ctx,
  tenant: Tenant,
  { before = last, limit }: Page,
): Promise<{ readonly files: RosterFile[]; readonly next: string | undefined }> {
  const files = await listFiles(db, tenant, { before, limit: limit + 1 });
  return { files: files.slice(0, limit), next: files.length > limit ? files[limit - 1]?.id : undefined };
}

/** Removes every part that an upload can have left; may be repeated. */
export async function removeUpload(
  { objects }: Pick<Ctx, 'objects'>,
  file: { readonly institutionId: string; readonly id: string; readonly parts?: number },
): Promise<void> {
  for (const key of partKeys(file, file.parts === undefined || file.parts === 0 ? partsMax : file.parts))
    await objects.delete(key);
}

/** Statuses in which the file has not changed anything yet. */
const unapplied: readonly FileStatus[] = ['uploaded', 'reading', 'planned', 'void', 'failed'];
/** Statuses in which the stored file is no longer needed and waits to be removed. */
const ended: readonly FileStatus[] = ['applied', 'stopped', 'undone'];
const rowsPerDelete = 50_000;

/**
 * Removes stored files that contain a person, with their first rows. An unapplied one ends together with its plan:
 * without its row it would remove the missing person's enrollment. May be repeated. Returns how many files.
 */
export async function eraseUploads(ctx: Ctx, person: DataSubject): Promise<number> {
  let count = 0;
  for (const file of await listStoredUploads(ctx.db, ctx.clock, person)) {
    const problem = await findProblem(ctx, file, person);
    if (problem === undefined) continue;
    await erase(ctx, file, problem);
    count += 1;
  }
  return count;
}

async function findProblem(ctx: Ctx, file: StoredUpload, { contacts }: DataSubject): Promise<string | undefined> {
  if (file.planned || file.problem === erasedProblem || ended.includes(file.status)) return erasedProblem;
  try {
    return (await isInFile(ctx, { file, contacts, vins: file.vins })) ? erasedProblem : undefined;
  } catch (error) {
    // An unreadable file cannot be searched for persons; it is of no use either.
    if (error instanceof FileProblem) return error.code;
    throw error;
  }
}

async function erase(ctx: Ctx, file: StoredUpload, problem: string): Promise<void> {
  const isEnded = await transact(ctx, async (tx) => {
    const { status } = (await lockFile(tx.db, file, file.id)) ?? file;
    if (!unapplied.includes(status)) return false;
    updateFile(tx.db, file, { status: 'failed', problem, columns: [], updated_at: tx.clock.now() });
    return true;
  });
  await removeUpload(ctx, file);
  if (isEnded) while ((await deletePlanRows(ctx.db, file, rowsPerDelete)) === rowsPerDelete);
  await noteFile(ctx.db, file, { parts: 0, samples: [] });
}

/** Before it is applied, a file may be read again: with another mapping, or because the roster changed. */
const readable = ['uploaded', 'planned', 'void', 'failed'];

/**
 * Sets the meaning of each column, remembers it, and starts reading the file into a plan. An earlier plan is discarded.
 */
export async function mapColumns(
  ctx: Ctx,
  tenant: Tenant,
  { id, mapping }: { id: string; mapping: Mapping },
): Promise<void> {
  const now = ctx.clock.now();
  await transact(ctx, async (tx) => {
    const file = await lockFile(tx.db, tenant, id);
    if (file === undefined) throw rosterFileNotFound();
    if (file.problem === erasedProblem) throw somebodyErased();
    if (!readable.includes(file.status) || file.parts === 0) throw fileIn(file.status);
    if (uploadGoesAt(file.createdAt) <= now) throw fileIn('expired');
    const problem = findMappingProblem(file.columns, mapping);
    if (problem !== undefined) throw validationFailed([{ path: 'mapping', message: problem }]);
    const fields = rememberColumns(await findRemembered(tx.db, tenant), { columns: file.columns, mapping });
    rememberMapping(tx.db, tenant, { fields, now });
    const begun = { status: 'reading', problem: null, rows_read: 0, attempts: 0, retry_at: null } as const;
    updateFile(tx.db, file, { ...begun, mapping, updated_at: now });
  });
}

type Looked = {
  readonly file: Tenant & {
    readonly id: string;
    readonly kind: FileKind;
    readonly encoding: Encoding;
    readonly parts: number;
  };
  /** Normalized email addresses and phone numbers. */
  readonly contacts: readonly string[];
  readonly vins: readonly string[];
};

/** Longer than any search text, however it is written. */
const overlap = 400;

/** Whether a stored file contains any of these, in any column: the columns may not be mapped yet. */
async function isInFile(ctx: Pick<Ctx, 'objects'>, { file, contacts, vins }: Looked): Promise<boolean> {
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

/** As people and programs write it; not as the end or the start of another. */
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
