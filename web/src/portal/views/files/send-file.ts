import { ApiError, type Problem } from '#lib/http.ts';

/** Uploads a file as it is. `fetch` does not report upload progress, so this uses XMLHttpRequest. */
export function sendFile<T>(url: string, file: File, onProgress: (share: number) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', url);
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.setRequestHeader('x-file-name', encodeURIComponent(file.name.slice(0, 120)));
    request.responseType = 'json';
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total));
    request.addEventListener('load', () => {
      const content = (request.response ?? {}) as Problem & { readonly detail?: string };
      if (request.status === 201) return resolve(request.response as T);
      const message = content.detail ?? 'The file was not accepted.';
      reject(new ApiError(request.status, content.code ?? 'unknown', { message, problem: content }));
    });
    request.addEventListener('error', () =>
      reject(new Error('The connection was lost and nothing changed. Try again.')),
    );
    request.send(file);
  });
}
