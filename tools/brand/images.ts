// Makes the pictures that cannot be SVG, from the mark and the colors in server/src/lib/brand, with Chromium: the
// icon for
// old browsers, the icon for a phone's home screen, and the preview image of a shared link. Run by hand when one of
// them
// changes.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { colors } from '../../server/src/lib/brand/colors.ts';
import { iconSvg, wordmark } from '../../server/src/lib/brand/mark.ts';
import { startBrowser } from '../../server/test/browser/browser.ts';

const folder = new URL('../../server/src/app/surfaces/assets/', import.meta.url);
const { brand, onBrand, ink, paper, soft } = colors.light;

const fontFile =
  '@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2';
const fontUrl = `data:font/woff2;base64,${readFileSync(fileURLToPath(import.meta.resolve(fontFile))).toString('base64')}`;

/** Phones cut the corners themselves, so the background fills the square. */
const icon = (size: number, corner: number): string =>
  `<body style="margin:0;background:transparent">${iconSvg({ ground: brand, color: onBrand, corner }).replace('<svg ', `<svg width="${size}" height="${size}" style="display:block" `)}`;

const social = `<style>@font-face{font-family:Text;src:url(${fontUrl});font-weight:200 800}</style>
<body style="margin:0;box-sizing:border-box;height:630px;padding:88px 96px;background:${paper};color:${ink};font-family:Text;border-bottom:28px solid ${brand}">
<div style="color:${brand}">${wordmark(88).markup}</div>
<p style="margin:84px 0 0;font-size:76px;line-height:1.15;font-weight:700;">Your car was totaled.<br>Is the offer fair?</p>
<p style="margin:36px 0 0;font-size:38px;color:${soft}">A person looks at the insurer’s offer with you. That is free.</p>`;

/** One picture of 32 pixels; all relevant browsers accept PNG in this format. */
function toIco(png: Buffer): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.set([32, 32, 0, 0, 1, 0, 32, 0], 6);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}

const browser = await startBrowser();
const page = await browser.newPage();

async function draw(markup: string, width: number, height: number): Promise<Buffer> {
  await page.setViewportSize({ width, height });
  await page.setContent(markup);
  await page.evaluate('document.fonts.ready');
  return page.screenshot({ omitBackground: true });
}

const files: Readonly<Record<string, Buffer>> = {
  'favicon.ico': toIco(await draw(icon(32, 7), 32, 32)),
  'touch-icon.png': await draw(icon(180, 0), 180, 180),
  'social.png': await draw(social, 1200, 630),
};
await browser.close();
for (const [name, bytes] of Object.entries(files)) {
  writeFileSync(new URL(name, folder), bytes);
  console.log(`${name}: ${bytes.length} bytes`);
}
