// Finds where a text is left: in any column of any table and any declared encrypted value, in any encoding.
import type { Ctx } from '#context';
import type { Db } from '#platform/db';
import { personalDataByModule } from '#modules/privacy';
import type { StoredRow } from '#platform/personal-data';

/** The forms in which a text may be stored: plain, as hex, and as base64 at each of the three alignments. */
export function formsOf(text: string): string[] {
  const bytes = Buffer.from(text);
  const shifted = [0, 1, 2].map((by) => {
    const encoded = Buffer.concat([Buffer.alloc(by), bytes]).toString('base64');
    // The characters at both ends depend on the neighboring bytes.
    return encoded.slice(by === 0 ? 0 : by + 1, -4);
  });
  return [text, bytes.toString('hex'), ...shifted];
}

type Parts = { readonly db: Db; readonly vault: Ctx['vault'] };

/**
 * Returns the tables and encrypted columns that contain one of these texts, which must have at least nine characters.
 */
export async function findTraces(ctx: Parts, texts: readonly string[]): Promise<string[]> {
  const patterns = texts.flatMap(formsOf).map((form) => `%${form.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`);
  const tables = await ctx.db.many<{ name: string }>({
    text: `select quote_ident(n.nspname) || '.' || quote_ident(c.relname) as name
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and not c.relispartition and n.nspname !~ '^(pg_|information_schema)'`,
    values: [],
  });
  const found: string[] = [];
  for (const { name } of tables) {
    const query = { text: `select 1 from ${name} t where t::text ilike any($1::text[]) limit 1`, values: [patterns] };
    if ((await ctx.db.many(query)).length > 0) found.push(name);
  }
  return [...found, ...(await findSealedTraces(ctx, texts))];
}

async function findSealedTraces(ctx: Parts, texts: readonly string[]): Promise<string[]> {
  // A stored request body is base64 and encrypted.
  const forms = texts.flatMap(formsOf).map((form) => form.toLowerCase());
  const found: string[] = [];
  for (const [table, { personal = {} }] of Object.values(personalDataByModule).flatMap((one) => Object.entries(one)))
    for (const [column, { aad }] of Object.entries(personal)) {
      if (aad === undefined) continue;
      const rows = await ctx.db.many<StoredRow>({
        text: `select * from ${table} where ${column} is not null`,
        values: [],
      });
      const opened = rows.map((row) => ctx.vault.decrypt(row[column] as Buffer, aad(row)).toLowerCase());
      if (opened.some((plain) => forms.some((form) => plain.includes(form)))) found.push(`${table}.${column}`);
    }
  return found;
}
