/** A plate as it is asked for: capitals and digits, and the two letters of its state. */
export type Plate = { readonly plate: string; readonly state: string };

/** The provider's answer; whoever asks must not trust the VIN before it is decoded. */
export type PlateAnswer = { readonly kind: 'found'; readonly vin: string } | { readonly kind: 'unknown' };

export type PlateGateway = {
  /** False when no provider is set up; then nothing can be looked up. */
  readonly configured: boolean;
  /** Throws a GatewayError when there is no answer to be had. Each call may cost money. */
  lookUp(plate: Plate): Promise<PlateAnswer>;
};
