import type { Ctx } from '#context';
import { findCertificateEnd } from '#gateways/certificates';

/** As clients see it: whoever ends TLS in front of us has the certificate. An address that cannot be reached is absent. */
export async function measureCertificate({ config, log, metrics }: Ctx): Promise<number> {
  const of = 'public';
  try {
    const end = await findCertificateEnd(config.publicBaseUrl);
    if (end !== undefined) metrics.certificateEnd.set({ of }, end.getTime() / 1000);
  } catch (error) {
    metrics.certificateEnd.remove({ of });
    log.warn({ err: error }, 'certificates.not-read');
  }
  return 0;
}
