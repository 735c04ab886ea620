// Types of API calls, from the API description: by method and path, with path parameters, query and body.

type NamesIn<Path> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

/** Required where something in it is. */
type Member<Name extends string, Value> = object extends Value
  ? { readonly [Key in Name]?: Value | undefined }
  : { readonly [Key in Name]: Value };

/** The arguments of a call. A form is the body of an operation that does not take JSON. */
export type Call<Operation, Key> = ([NamesIn<Key>] extends [never]
  ? { readonly path?: never }
  : { readonly path: Readonly<Record<NamesIn<Key>, string>> }) &
  (Operation extends { readonly query: infer Query } ? Member<'query', Query> : { readonly query?: never }) &
  (Operation extends { readonly body: infer Body } ? Member<'body', Body> : { readonly body?: FormData });

/** The last argument of a calling function, optional if the operation needs no arguments. */
export type CallArgument<One, Options = unknown> = object extends One ? [call?: One & Options] : [call: One & Options];

/** Operations that read. */
export type Reading<Operations> = Extract<keyof Operations, `GET ${string}`>;

/** One row of an operation's list. */
export type RowIn<Response> = Response extends { readonly data: readonly (infer Row)[] } ? Row : never;

type Address = {
  readonly path?: Readonly<Record<string, string>> | undefined;
  readonly query?: object | undefined;
};

/** The method of an operation, and its URL with all parameters filled in. */
export function toAddress(key: string, { path = {}, query = {} }: Address = {}): { method: string; path: string } {
  const [method = '', pattern = ''] = key.split(' ');
  const filled = pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''));
  const asked = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(asked as [string, string][]).toString();
  return { method, path: search === '' ? filled : `${filled}?${search}` };
}
