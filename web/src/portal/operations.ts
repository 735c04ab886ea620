import type { Call, Reading } from '#lib/calls.ts';
import type { Operations as All } from './types.gen.ts';

type Within = '/{institution_id}/{mode}';

/** Operations of an institution and a mode, by the path after them. */
type TenantOperations = {
  [Key in keyof All as Key extends `${infer Method} ${Within}${infer Path}` ? `${Method} ${Path}` : never]: All[Key];
};
export type OutsideOperations = {
  [Key in keyof All as Key extends `${string} ${Within}${string}` ? never : Key]: All[Key];
};

export type Operations = TenantOperations & OutsideOperations;
/** A method and a path of the portal API, in an institution and a mode, or outside of them. */
export type TenantOperation = keyof TenantOperations;
export type OutsideOperation = keyof OutsideOperations;
export type PortalCall<Key extends keyof Operations> = Call<Operations[Key], Key>;
export type TenantReading = Reading<TenantOperations>;

/** The response and the request body of an operation, by method and path. */
export type Response<Key extends keyof Operations> = Operations[Key]['response'];
export type Body<Key extends keyof Operations> = Operations[Key] extends { readonly body: infer B } ? B : never;

/** Its query parameters. */
export type QueryOf<Key extends keyof Operations> = Operations[Key] extends { readonly query: infer Query }
  ? Query
  : never;
