// Finds where the declared types of a prepared statement differ from those that the server reports. Not checked: whether
// an expression, or a column of a view or a temporary table, can be null, beyond the result on an empty database; whether
// a parameter may be null; the contents of JSON, except that it has no times and no bytes.
import type { DeclaredStatement, DeclaredType } from './declared-statements.ts';
import type { DescribedColumn, DescribedStatement } from './described-statements.ts';
import { readKind, writeKinds } from './driver-types.ts';

/** `subject` is the statement's name, followed by the column name if the difference is about null. */
export type Difference = { readonly subject: string; readonly text: string };

export type StatementText = { readonly name: string; readonly text: string };

export function compareStatement(
  { name, text }: StatementText,
  declared: DeclaredStatement,
  described: DescribedStatement,
): Difference[] {
  const say = (subject: string) => (difference: string) => ({ subject, text: `${declared.at}: ${difference}` });
  const columns = described.columns.flatMap((column) => {
    const type = declared.row?.get(column.name);
    return type === undefined ? [] : [{ column, type }];
  });
  return [
    ...compareParameters(declared, described).map(say(name)),
    ...compareNames(declared, described).map(say(name)),
    ...columns.flatMap(({ column, type }) => compareType(column, type).map(say(name))),
    ...columns.flatMap(({ column, type }) =>
      compareNullness(type, canBeNull(column, text)).map((difference) =>
        say(`${name} ${column.name}`)(`column ${column.name} ${difference}`),
      ),
    ),
  ];
}

function compareParameters({ parameters }: DeclaredStatement, described: DescribedStatement): string[] {
  if (parameters === undefined) return [];
  if (parameters.length !== described.parameters.length) {
    return [`${parameters.length} parameters declared, the statement has ${described.parameters.length}`];
  }
  return parameters.flatMap((declared, index) => {
    const type = described.parameters[index] ?? '';
    const kinds = writeKinds(type);
    if (kinds === undefined) return [`no rule for parameters of type ${type}`];
    const wrong = declared.kinds.some((kind) => !kinds.includes(kind));
    return wrong ? [`parameter ${index + 1} is ${type}, not ${declared.text}`] : [];
  });
}

/** A function that returns void still produces a column, but the program does not read it. */
const isRead = (column: DescribedColumn) => column.type !== 'void';

function compareNames(declared: DeclaredStatement, described: DescribedStatement): string[] {
  const names = described.columns.filter(isRead).map((column) => column.name);
  const members = [...(declared.row?.keys() ?? [])];
  return [
    ...names.filter((name, index) => names.indexOf(name) < index).map((name) => `two columns are named ${name}`),
    ...names.filter((name) => !members.includes(name)).map((name) => `column ${name} is not in the row type`),
    ...members.filter((name) => !names.includes(name)).map((name) => `the statement has no column ${name}`),
  ];
}

function compareType(column: DescribedColumn, declared: DeclaredType): string[] {
  const said = `column ${column.name} (${column.type})`;
  const kind = readKind(column.type);
  if (kind === undefined) return [`no rule for columns of type ${column.type}`];
  const differences: string[] = [];
  if (kind === 'json' || kind === 'json[]') {
    if (declared.notJson !== undefined) differences.push(`${said} is JSON, which has no ${declared.notJson}`);
  } else if (declared.kinds.some((other) => other !== kind)) {
    differences.push(`${said} is ${kind}, not ${declared.text}`);
  }
  if (declared.allowsUndefined) differences.push(`${said} is never undefined; without a value it is null`);
  return differences;
}

type Nullness = 'can be null' | 'is never null' | 'not known';

function compareNullness(declared: DeclaredType, nullness: Nullness): string[] {
  if (nullness === 'can be null' && !declared.allowsNull) return [`can be null, ${declared.text} cannot`];
  if (nullness === 'is never null' && declared.allowsNull) return [`is never null, ${declared.text} can be`];
  return [];
}

function canBeNull({ source, wasNull }: DescribedColumn, text: string): Nullness {
  if (wasNull || source?.notNull === false) return 'can be null';
  if (source === undefined) return 'not known';
  const joined = listOuterJoined(text);
  if (joined.length === 0) return 'is never null';
  return joined.some((part) => part.split(/[^\w.]+/).includes(source.table)) ? 'can be null' : 'not known';
}

/**
 * The tables whose columns may be null because of an outer join: the table or subquery of a left join; for any other
 * outer join, all tables.
 */
function listOuterJoined(text: string): string[] {
  const joins = [...text.matchAll(/\b(left|right|full)\s+(?:outer\s+)?join\s+(?:lateral\s+)?(\(|[\w.]+)/gi)];
  return joins.map(({ 0: whole, 1: side, 2: joined = '', index }) => {
    if (side?.toLowerCase() === 'left' && joined.includes('.')) return joined;
    if (side?.toLowerCase() === 'left' && joined === '(') return parenthesis(text, index + whole.length - 1);
    return text;
  });
}

/** Returns the text from an opening parenthesis to its closing one. */
function parenthesis(text: string, start: number): string {
  let depth = 0;
  for (let end = start; end < text.length; end += 1) {
    if (text[end] === '(') depth += 1;
    if (text[end] === ')') depth -= 1;
    if (depth === 0) return text.slice(start, end + 1);
  }
  return text.slice(start);
}
