/** Far longer than any of our responses; a few kilobytes can unpack into gigabytes. */
const answerMaxBytes = 64 * 1024 * 1024;

/** fetch with a bound on the response: reading more of it fails. */
export async function boundedFetch(...request: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(...request);
  if (response.body === null) return response;
  let size = 0;
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      size += chunk.length;
      if (size > answerMaxBytes) controller.error(new Error('the response is larger than 64 MB'));
      else controller.enqueue(chunk);
    },
  });
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(counted), { status, statusText, headers });
}
