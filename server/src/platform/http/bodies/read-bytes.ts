import type { FastifyRequest } from 'fastify';
import { AppError, payloadTooLarge } from '#platform/errors';
import { uploadRefused, type UploadMeter } from './upload.ts';

/**
 * A body that is the bytes of one file, in memory; its route has `streamBodies`. Whoever calls this has taken a slot, so
 * that only so many are in memory at once.
 */
export async function readBytes(request: FastifyRequest, bytesMax: number, meter: UploadMeter): Promise<Buffer> {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > 2 * bytesMax) throw payloadTooLarge();
  await meter.expect(announced);
  const chunks: Buffer[] = [];
  let total = 0;
  try {
    // The request stays open when this loop ends early: its socket carries the response.
    for await (const chunk of request.raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      total += chunk.length;
      if (total > 2 * bytesMax) throw payloadTooLarge();
      // What is too large is still read for a while, so that its client gets the answer and not a connection reset.
      if (total > bytesMax) continue;
      await meter.take(total);
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof AppError ? error : uploadRefused('did not arrive whole');
  } finally {
    await meter.end(total);
  }
  if (total > bytesMax) throw payloadTooLarge();
  if (total === 0) throw uploadRefused('is required');
  return Buffer.concat(chunks);
}
