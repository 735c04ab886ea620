// The types that the program declares for its prepared statements: the type arguments of every call, resolved by the
// compiler.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from '@typescript/typescript6';

/** A TypeScript type as far as it can be compared: `string`, `Date[]`, `object`, and whether null is one of its values. */
export type DeclaredType = {
  readonly text: string;
  readonly kinds: readonly string[];
  readonly allowsNull: boolean;
  readonly allowsUndefined: boolean;
  /** A type within it that JSON cannot produce, if there is one. */
  readonly notJson: string | undefined;
};

export type DeclaredStatement = {
  readonly at: string;
  readonly file: string;
  readonly name: RegExp;
  readonly text: RegExp;
  /** undefined for an insert, whose types are generated from the migrated database. */
  readonly parameters: readonly DeclaredType[] | undefined;
  /** undefined when the statement reads nothing. */
  readonly row: ReadonlyMap<string, DeclaredType> | undefined;
};

const serverDir = fileURLToPath(new URL('../../', import.meta.url));
export const testDir = fileURLToPath(new URL('./', import.meta.url));

/** The program's own source files, without tests. */
export function listSourceFiles(): string[] {
  const src = join(serverDir, 'src');
  return readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => join(src, file))
    .sort();
}

export function readDeclaredStatements(files: readonly string[]): DeclaredStatement[] {
  const config = ts.readConfigFile(join(serverDir, '../tsconfig.json'), (path) => ts.sys.readFile(path));
  const { options } = ts.parseJsonConfigFileContent({ ...config.config, include: [], files }, ts.sys, serverDir);
  const program = ts.createProgram(files, options);
  const checker = program.getTypeChecker();
  return files.flatMap((file) => {
    const source = program.getSourceFile(file);
    if (source === undefined) throw new Error(`${file} cannot be read`);
    return listCalls(source).map((call) => readCall(checker, source, call));
  });
}

const callNames = ['prepared', 'preparedInsert'];

function listCalls(source: ts.SourceFile): ts.CallExpression[] {
  const calls: ts.CallExpression[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isIdentifier(node) && callNames.includes(node.text)) {
      if (ts.isCallExpression(node.parent) && node.parent.expression === node) calls.push(node.parent);
      else if (!isDeclaration(node)) throw new Error(`${source.fileName}: ${node.text} is used without being called`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return calls;
}

/** Places that declare the function itself: a rename there would hide its calls. */
const isDeclaration = ({ parent }: ts.Node) =>
  ts.isFunctionDeclaration(parent) ||
  ((ts.isImportSpecifier(parent) || ts.isExportSpecifier(parent)) && parent.propertyName === undefined);

function readCall(checker: ts.TypeChecker, source: ts.SourceFile, call: ts.CallExpression): DeclaredStatement {
  const line = source.getLineAndCharacterOfPosition(call.getStart()).line + 1;
  const at = `${source.fileName.slice(serverDir.length)}:${line}`;
  const [name, text] = call.arguments;
  if (name === undefined || text === undefined) throw new Error(`${at}: a statement without a name or a text`);
  if (call.expression.getText() === 'preparedInsert') {
    const insert = { name: new RegExp(`^insert ${pattern(name)}$`, 's'), text: /^insert into / };
    return { at, file: source.fileName, ...insert, parameters: undefined, row: undefined };
  }
  const [values, row] = (call.typeArguments ?? []).map((node) => checker.getTypeFromTypeNode(node));
  if (values === undefined || row === undefined || !isArray(checker, values)) {
    throw new Error(`${at}: a statement without the types of its parameters and rows`);
  }
  return {
    at,
    file: source.fileName,
    name: new RegExp(`^${pattern(name)}$`, 's'),
    text: new RegExp(`^${pattern(text)}$`, 's'),
    parameters: checker.getTypeArguments(values).map((type) => toDeclared(checker, [type])),
    row: hasFlag(row, ts.TypeFlags.Never) ? undefined : rowTypes(checker, row),
  };
}

const escapeRegExp = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** A pattern for the constant parts of a template; interpolated values match anything. */
function pattern(node: ts.Expression): string {
  if (ts.isStringLiteralLike(node)) return escapeRegExp(node.text);
  if (!ts.isTemplateExpression(node)) return '.*';
  const parts = [node.head, ...node.templateSpans.map((span) => span.literal)];
  return parts.map((part) => escapeRegExp(part.text)).join('.*');
}

/** The members of all variants of a row. A member that a variant lacks is not read in that case, so it may be null. */
function rowTypes(checker: ts.TypeChecker, row: ts.Type): ReadonlyMap<string, DeclaredType> {
  const variants = row.isUnion() ? row.types : [row];
  const names = new Set(variants.flatMap((variant) => checker.getPropertiesOfType(variant).map(({ name }) => name)));
  return new Map(
    [...names].map((name) => {
      const members = variants.flatMap((variant) => checker.getPropertyOfType(variant, name) ?? []);
      const type = toDeclared(
        checker,
        members.map((member) => checker.getTypeOfSymbol(member)),
      );
      return [name, { ...type, allowsNull: type.allowsNull || members.length < variants.length }];
    }),
  );
}

const hasFlag = (type: ts.Type, flags: ts.TypeFlags) => (type.flags & flags) !== 0;

function toDeclared(checker: ts.TypeChecker, types: readonly ts.Type[]): DeclaredType {
  const parts = types.flatMap((type) => (type.isUnion() ? type.types : [type]));
  const vague = ts.TypeFlags.Any | ts.TypeFlags.Unknown;
  return {
    text: types.map((type) => checker.typeToString(type)).join(' | '),
    kinds: [...new Set(types.flatMap((type) => kindsOf(checker, type)))],
    allowsNull: parts.some((part) => hasFlag(part, ts.TypeFlags.Null | vague)),
    allowsUndefined: parts.some((part) => hasFlag(part, ts.TypeFlags.Undefined)),
    notJson: parts.map((part) => findNotJson(checker, part, new Set())).find((found) => found !== undefined),
  };
}

const empty = ts.TypeFlags.Null | ts.TypeFlags.Undefined | ts.TypeFlags.Never | ts.TypeFlags.Void;

/** Nested arrays occur only in JSON, where the element type does not matter. */
const kindsOf = (checker: ts.TypeChecker, type: ts.Type): string[] =>
  partsOf(type).flatMap((part) =>
    isArray(checker, part)
      ? checker.getTypeArguments(part).flatMap((element) => partsOf(element).map((inner) => `${kindOf(inner)}[]`))
      : [kindOf(part)],
  );

const partsOf = (type: ts.Type): ts.Type[] =>
  (type.isUnion() ? type.types : [type]).filter((part) => !hasFlag(part, empty));

const isArray = (checker: ts.TypeChecker, type: ts.Type): type is ts.TypeReference =>
  checker.isArrayType(type) || checker.isTupleType(type);

const primitives: readonly [ts.TypeFlags, string][] = [
  [ts.TypeFlags.Any | ts.TypeFlags.Unknown, 'unknown'],
  [ts.TypeFlags.StringLike, 'string'],
  [ts.TypeFlags.NumberLike, 'number'],
  [ts.TypeFlags.BooleanLike, 'boolean'],
  [ts.TypeFlags.BigIntLike, 'bigint'],
];

/** A branded type is an intersection of the original type and its brand. */
function kindOf(type: ts.Type): string {
  const parts = type.isIntersection() ? type.types : [type];
  const primitive = primitives.find(([flags]) => parts.some((part) => hasFlag(part, flags)));
  if (primitive !== undefined) return primitive[1];
  const name = type.getSymbol()?.name ?? '';
  return ['Date', 'Buffer', 'Uint8Array'].includes(name) ? name : 'object';
}

/** JSON has neither times nor bytes: they arrive as text, whatever the declared type. */
function findNotJson(checker: ts.TypeChecker, type: ts.Type, seen: Set<ts.Type>): string | undefined {
  if (seen.has(type)) return undefined;
  seen.add(type);
  const inner = (types: readonly ts.Type[]) => {
    for (const part of types) {
      const found = findNotJson(checker, part, seen);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  if (type.isUnionOrIntersection()) return inner(type.types);
  if (isArray(checker, type)) return inner(checker.getTypeArguments(type));
  const kind = kindOf(type);
  if (['Date', 'Buffer', 'Uint8Array', 'bigint'].includes(kind)) return kind;
  if (kind !== 'object' || hasFlag(type, empty)) return undefined;
  return inner(checker.getPropertiesOfType(type).map((property) => checker.getTypeOfSymbol(property)));
}
