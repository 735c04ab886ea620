/** Whose sandbox; every look-up of this module has the institution and this mode as conditions. */
export type SandboxTenant = { readonly institutionId: string; readonly livemode: false };

export const sandboxOf = (institutionId: string): SandboxTenant => ({ institutionId, livemode: false });
