/** Points: a sheet of US letter paper. */
const paper = { width: 612, height: 792 } as const;

/** Photographs of pages as one PDF, a page each, in their order. They must be JPEG: those are embedded as they are. */
export async function joinPhotographs(photographs: readonly Buffer[]): Promise<Buffer> {
  // Large, and rarely needed.
  const { default: PdfDocument } = await import('pdfkit');
  const document = new PdfDocument({ autoFirstPage: false, size: [paper.width, paper.height], margin: 0 });
  const chunks: Buffer[] = [];
  const finished = new Promise<void>((resolve, reject) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    document.on('end', resolve);
    document.on('error', reject);
  });
  for (const photograph of photographs) {
    document.addPage();
    document.image(photograph, 0, 0, { fit: [paper.width, paper.height], align: 'center', valign: 'center' });
  }
  document.end();
  await finished;
  return Buffer.concat(chunks);
}
