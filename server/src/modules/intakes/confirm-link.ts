import type { Config } from '#platform/config';
import type { Vault } from '#platform/crypto';

/** The customer's own page. The token in it is the customer's credential: never logged, never stored as it is. */
export const confirmUrl = (config: Config, token: string): string => `${config.publicBaseUrl}/c/${token}`;

export const sealLink = ({ vault }: { vault: Vault }, intakeId: string, token: string) => ({
  hash: vault.fingerprint(token),
  sealed: vault.seal(token, row(intakeId)),
});

export const openLink = ({ vault }: { vault: Vault }, intakeId: string, sealed: Buffer): string =>
  vault.open(sealed, row(intakeId));

const row = (intakeId: string): string => `intakes.intakes/${intakeId}`;
