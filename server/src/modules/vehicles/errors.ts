/** VINs cannot be decoded until an operator acts; never shown to a client. */
export class VehicleDataError extends Error {
  override readonly name = 'VehicleDataError';
}

/** For the operator: paths, checksums and system errors, nothing that a client sent. */
export function vehicleDataUnusable(why: string, cause?: unknown): VehicleDataError {
  const because = cause instanceof Error ? ` (${cause.message})` : '';
  return new VehicleDataError(`Vehicle data is not usable: ${why}${because}.`, {
    cause,
  });
}
