/** A normalized plate: capital letters and digits, and the two-letter state. */
export type Plate = { readonly plate: string; readonly state: string };

/** The provider's answer; its VIN must be decoded before it is trusted. */
export type PlateAnswer = { readonly kind: 'found'; readonly vin: string } | { readonly kind: 'unknown' };

export type PlateGateway = {
  /** False when no provider is configured; then lookups are not possible. */
  readonly configured: boolean;
  /** Throws a GatewayError when there is no answer. Each call may cost money. */
  lookUp(plate: Plate): Promise<PlateAnswer>;
};
