import { connect } from 'node:tls';

/** A proxy of ours that does not answer within this time has another problem, and another alarm. */
const timeoutMs = 5_000;

/**
 * When the certificate of this address ends; undefined where it has none. Whether it is valid does not matter: one that has
 * ended tells when. The address is a setting, not a stranger's.
 */
export function findCertificateEnd(address: string): Promise<Date | undefined> {
  const { protocol, hostname, port } = new URL(address);
  if (protocol !== 'https:') return Promise.resolve(undefined);
  return new Promise((resolve, reject) => {
    const socket = connect({
      host: hostname,
      servername: hostname,
      port: Number(port || 443),
      rejectUnauthorized: false,
      timeout: timeoutMs,
    });
    socket.once('secureConnect', () => {
      const { valid_to: end } = socket.getPeerCertificate();
      socket.destroy();
      resolve(new Date(end));
    });
    socket.once('timeout', () => socket.destroy(new Error('the address did not answer')));
    socket.once('error', reject);
  });
}
